import { GrowingText } from './streamed-message.js';

async function all(text: GrowingText): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of text.pieces()) pieces.push(piece);
  return pieces;
}

/** A source that never ends by itself, and says when it was told to. */
function endless(): { source: AsyncIterable<string>; ended: Promise<void> } {
  let tell: () => void = () => {};
  const ended = new Promise<void>((resolve) => (tell = resolve));
  const iterator: AsyncIterator<string> = {
    next: () => new Promise(() => {}),
    async return() {
      tell();
      return { done: true, value: undefined };
    },
  };
  return { ended, source: { [Symbol.asyncIterator]: () => iterator } };
}

describe('a text that grows', () => {
  it('comes in pieces that the service takes, of whole characters', async () => {
    const text = new GrowingText([`${'x'.repeat(8_191)}\u{1F600}`]);
    await all(text);
    expect((await all(text)).map(({ length }) => length)).toEqual([8_191, 2]);
  });

  it('refuses what is no text, and what is too much', async () => {
    await expect(all(new GrowingText([7] as never))).rejects.toMatchObject({ code: 'configuration' });
    const much = Array.from({ length: 5 }, () => '\u20ac'.repeat(5_000));
    await expect(all(new GrowingText(much))).rejects.toMatchObject({ code: 'too_much' });
  });

  it('ends when nobody wants the rest, and so does its source', async () => {
    const { source, ended } = endless();
    const text = new GrowingText(source);
    const read = all(text);
    text.leave();
    await ended;
    expect(await read).toEqual([]);
  });
});
