import { searchExcerpt, parseSearch } from './search-query.js';

/** The excerpt with `[` and `]` around what is marked. */
function excerpt(text: string, typed: string): string {
  const query = parseSearch(typed);
  if (typeof query === 'string') throw new Error(query);
  return searchExcerpt(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

const FAR = 'word '.repeat(200);

describe('the excerpt of what was found', () => {
  it('marks words, the beginnings of words and phrases, as the text writes them', () => {
    expect(excerpt('Die Straße ist GROSS.', 'strasse gro')).toBe('Die [Straße] ist [GROSS].');
    expect(excerpt('send an order, then send the order', '"send the order"')).toBe(
      'send an order, then [send the order]',
    );
    expect(excerpt('東京都と京都', '京都 ')).toBe('東[京都]と[京都]');
  });

  it('marks what overlaps as one place', () => {
    expect(excerpt('a b c d', '"a b" "b c"')).toBe('[a b c] d');
  });

  it('begins near the first match, and is short', () => {
    const found = excerpt(`${FAR}Needle here. ${FAR}`, 'needle');
    expect(found).toMatch(/^…(word )+\[Needle\] here\. (word )*word…$/);
    expect(found.length).toBeLessThan(260);
  });

  it('is the beginning of a text in which nothing fits', () => {
    expect(excerpt('Hello\n\n  world', 'x')).toBe('Hello world');
    expect(excerpt(FAR, 'x')).toMatch(/^word (word )+word…$/);
  });

  it('leaves markup as it is: it is text', () => {
    const marked = '<b>bold</b> <[script]>alert(1)</[script]>';
    expect(excerpt('<b>bold</b> <script>alert(1)</script>', 'script')).toBe(marked);
  });

  it('cuts no character in two', () => {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = `${'x'.repeat(shift)}${'😀'.repeat(300)} needle ${'😀'.repeat(300)}`;
      expect(excerpt(text, 'needle')).not.toMatch(/\p{Cs}/u);
    }
  });
});
