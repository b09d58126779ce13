"""What an agent has written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict
from urllib.parse import quote

from svc_agent.testing.person import TestPerson

# Messages of a page, and pages that are read at most.
_PAGE = 100
_PAGES_MAX = 100
# Conversations that are looked at each time. Two messages of one millisecond look like one in the list.
_NEWEST = 3


class ShownMessage(TypedDict, total=False):
    """A message of the agent, as its person sees it. Fields are named as in the service's contract."""

    #: The message, ``msg_…``.
    id: str
    #: The conversation, ``conv_…``.
    conversation_id: str
    #: What it is: ``text``, ``report``, ``decision`` (the card of a question) or ``run`` (the end of a run).
    kind: str
    #: Markdown.
    text: str
    #: The title of a report card; of the end of a run, the name of its task.
    report_title: str | None
    #: The subtitle of a report card.
    report_description: str | None
    #: The run that it belongs to.
    task_run_id: str | None
    #: The question that it shows.
    decision_id: str | None
    #: When it was stored, as in RFC 3339, by the clock of the service.
    created_at: str
    #: Buttons, each with its ``text``; absent without any.
    quick_replies: list[dict[str, Any]]
    #: Files that were sent under a name, each with its ``name`` and ``url``; absent without any.
    files: list[dict[str, Any]]
    #: Links to its pictures.
    image_urls: list[str]


class Inbox:
    """The agent's messages in all its conversations, each once, in their order."""

    def __init__(self, person: TestPerson, agent_id: str) -> None:
        self._person = person
        self._agent_id = agent_id
        self._seen: set[str] = set()
        self._last_at: dict[str, str | None] = {}
        #: What has come and was not taken yet.
        self.waiting: list[ShownMessage] = []

    async def take(self, fits: Callable[[ShownMessage], bool]) -> ShownMessage | None:
        """Takes the first message that fits, and with it all that came before it."""
        for is_read in (False, True):
            if is_read:
                await self._read()
            for at, message in enumerate(self.waiting):
                if fits(message):
                    del self.waiting[: at + 1]
                    return message
        return None

    async def _read(self) -> None:
        path = f"/conversations?agent_id={self._agent_id}&limit={_PAGE}"
        for place, conversation in enumerate(await self._person.call(path)):
            is_changed = self._last_at.get(conversation["id"], "") != conversation["last_message_at"]
            if place < _NEWEST or is_changed:
                await self._read_one(conversation)
        self.waiting.sort(key=lambda message: message["created_at"] + message["id"])

    async def _read_one(self, conversation: dict[str, Any]) -> None:
        cursor = ""
        for _ in range(_PAGES_MAX):
            path = f"/conversations/{conversation['id']}/messages?limit={_PAGE}{cursor}"
            messages = await self._person.call(path)
            fresh = [message for message in messages if message["id"] not in self._seen]
            self._seen.update(message["id"] for message in fresh)
            self.waiting.extend(message for message in fresh if message["sender"] == "agent")
            if len(fresh) < _PAGE:
                break
            cursor = f"&cursor={quote(messages[-1]['created_at'])}"
        self._last_at[conversation["id"]] = conversation["last_message_at"]
