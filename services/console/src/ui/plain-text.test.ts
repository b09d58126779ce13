import { plainLine, plainText } from './plain-text.ts';

describe('the plain text of markdown', () => {
  it.each([
    ['There is **news** for *you*, and `code`', 'There is news for you, and code'],
    ['# Report\n\n> quoted\n\n- [ ] open\n- [x] done\n1. first', 'Report quoted open done first'],
    ['See [the page](https://example.org/a_b) ![](/media/1)', 'See the page'],
    ['See [it](https://example.org/a_(b)?c=(d)) (soon)', 'See it (soon)'],
    ['```js\nlet a = 1;\n```', 'let a = 1;'],
    ['|Item|*Count*|\n|-|-|\n|Door|1|200|', 'Item Count Door 1 200'],
    ['~~gone~~ __bold__ _slanted_', 'gone bold slanted'],
  ])('of %j has no signs', (markdown, plain) => {
    expect(plainLine(markdown)).toBe(plain);
  });

  it.each(['2 * 3 = 6', 'the event task_due', 'a - b', 'C# and F#', '5 > 3'])('leaves %j', (text) => {
    expect(plainLine(text)).toBe(text);
  });

  it('is the beginning of a long one', () => {
    expect(plainLine(`**a**${'b'.repeat(2_000)}`)).toBe(`a${'b'.repeat(995)}`);
  });

  it.each([
    ...[' ', '\n', '\t', '_', '[', '[](', '[](()', '[](()[](a', '[]()('],
    ...['#', '- ', '1', '`', '*', '|', '~ '],
  ])('is there at once for many %j', (part) => {
    const many = part.repeat(300_000);
    expect(plainText(`a${many}b\n${many}b`)).toMatch(/^a/);
  });

  it('keeps the blanks at the ends of a piece', () => {
    expect(plainText(' and **so')).toBe(' and so');
  });
});
