import asyncio
from collections.abc import AsyncIterator

from waiting import runs

from svc_agent import outgoing_message
from svc_agent.outgoing_message import GrowingText


async def all_of(text: GrowingText) -> list[str]:
    return [piece async for piece in text.pieces()]


@runs
async def test_what_is_there_comes_at_once_and_joined_in_pieces_that_the_service_takes() -> None:
    text = GrowingText(["ab"] * 5_000)
    pieces = await all_of(text)
    assert "".join(pieces) == "ab" * 5_000 == text.text
    assert max(map(len, pieces)) <= 4_096


@runs
async def test_a_source_that_says_nothing_gives_empty_pieces() -> None:
    silence, outgoing_message._SILENCE_SECONDS = outgoing_message._SILENCE_SECONDS, 0.001
    go = asyncio.Event()

    async def source() -> AsyncIterator[str]:
        await go.wait()
        yield "at last"

    pieces = GrowingText(source()).pieces()
    assert await anext(pieces) == ""
    outgoing_message._SILENCE_SECONDS = silence
    go.set()
    assert "".join([piece async for piece in pieces]) == "at last"


@runs
async def test_a_source_that_nobody_wants_any_more_is_told_to_end() -> None:
    ended = asyncio.Event()

    async def source() -> AsyncIterator[str]:
        try:
            yield "one"
            await asyncio.Event().wait()
        finally:
            ended.set()

    text = GrowingText(source())
    pieces = text.pieces()
    assert await anext(pieces) == "one"
    text.reading.cancel()
    await ended.wait()
    assert [piece async for piece in pieces] == []


@runs
async def test_a_source_with_too_much_is_told_to_end_also_where_it_is_read_by_a_generator_of_its_own() -> None:
    ended: list[str] = []

    class Source:
        async def read(self) -> AsyncIterator[str]:
            try:
                yield "x" * 70_000
            finally:
                ended.append("told")

        def __aiter__(self) -> AsyncIterator[str]:
            self.reader = self.read()
            return self.reader

    source = Source()
    text = GrowingText(source)
    await asyncio.wait({text.reading})
    assert (ended, str(text.error)) == (["told"], "The text of a message has at most 64 KiB.")


@runs
async def test_a_character_that_is_cut_in_two_comes_whole_and_half_a_character_as_one_that_is_unknown() -> None:
    assert "".join(await all_of(GrowingText(["a\ud83d", "\ude00b", "\ud83d"]))) == "a😀b\ufffd"
