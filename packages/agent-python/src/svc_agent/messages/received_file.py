"""Files that a person has sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import httpx

from svc_agent.generated.contract import UserMessageEvent
from svc_agent.errors import AgentError
from svc_agent.http.client import bytes_up_to, new_client
from svc_agent.waiting import within

# In the class the name `bytes` is taken.
_Bytes: TypeAlias = bytes

_BYTES_MAX = 25 * 1024 * 1024
_DOWNLOAD_SECONDS_MAX = 120.0


@dataclass(frozen=True)
class ReceivedFile:
    """A file that a person has sent."""

    #: A link that needs no authentication, and ends after some days.
    url: str
    #: What its first bytes say, such as ``application/pdf``; of images ``image/*``, of recordings ``audio/*``.
    content_type: str
    #: Its name, without a path. Images have none.
    name: str | None = None
    #: Its size in bytes, if the service has told it.
    byte_length: int | None = None

    async def bytes(self, *, bytes_max: int = _BYTES_MAX) -> _Bytes:
        """Downloads it, within two minutes.

        :param bytes_max: how many bytes it may have. Default 25 MiB.
        :raises AgentError: `too_much` if it has more, `unavailable` if it cannot be had, as when its link has ended.
        """
        try:
            return await within(_DOWNLOAD_SECONDS_MAX, self._download(bytes_max))
        except (httpx.HTTPError, OSError) as error:
            raise AgentError("unavailable", f"The file could not be had ({error}).") from error

    async def text(self, *, bytes_max: int = _BYTES_MAX) -> str:
        """Downloads it, as UTF-8. What is no UTF-8 becomes U+FFFD.

        :param bytes_max: as for `bytes`.
        :raises AgentError: as for `bytes`.
        """
        return (await self.bytes(bytes_max=bytes_max)).decode(errors="replace")

    async def _download(self, bytes_max: int) -> _Bytes:
        async with new_client() as client, client.stream("GET", self.url, follow_redirects=True) as response:
            if not response.is_success:
                raise AgentError(
                    "unavailable",
                    f"The file could not be had ({response.status_code}). Links end: read the conversation again for a "
                    "fresh one.",
                )
            content = await bytes_up_to(bytes_max, response)
            if content is None:
                raise AgentError("too_much", f"The file is larger than {bytes_max} bytes.")
            return content


def files_of(event: UserMessageEvent) -> tuple[ReceivedFile, ...]:
    """Images, recordings and files of any kind."""
    image, images, recording = event.get("image_url"), event.get("image_urls"), event.get("audio_url")
    pictures = images or ([] if image is None else [image])
    return (
        *(ReceivedFile(url=url, content_type="image/*") for url in pictures),
        *([] if recording is None else [ReceivedFile(url=recording, content_type="audio/*")]),
        *(
            ReceivedFile(
                url=file["url"],
                content_type=file["content_type"],
                name=file["name"],
                byte_length=file["byte_length"],
            )
            for file in event.get("files", [])
        ),
    )
