import { visibleParts, visibleText } from './visible-text.ts';

describe('a text of others', () => {
  it.each([
    ['Pay \u202Efdp.ecioviA\u202C', 'Pay [U+202E]fdp.ecioviA[U+202C]'],
    ['mail.send:*\u3164', 'mail.send:*[U+3164]'],
    ['a\u200Bb\u{E0061}\u00AD\u2066c\u0007', 'a[U+200B]b[U+E0061 U+00AD U+2066]c[U+0007]'],
    ['one\u2028two\u2800three', 'one[U+2028]two[U+2800]three'],
    [`x${'\u200B'.repeat(900)}`, 'x[900 invisible characters]'],
    [`pay:20 EUR${' '.repeat(60)}00`, 'pay:20 EUR[60 spaces]00'],
    [`ls${'\n'.repeat(40)}; reboot`, 'ls[40 line ends]\n; reboot'],
    [`ls${'\n\u00A0'.repeat(40)}; reboot`, 'ls[80 white-space characters]\n; reboot'],
    ['for f in *; do\n  cat $f\r\n\tdone', 'for f in *; do↵\n··cat $f↵\n⇥done'],
    ['two\nlines\nor three', 'two\nlines\nor three'],
  ])('%j is drawn as %j', (text, drawn) => {
    expect(visibleText(text)).toBe(drawn);
  });

  it('tells what is drawn from what is written', () => {
    expect(visibleParts('a [U+200B] \u200B')).toEqual([
      { text: 'a [U+200B] ', isEscape: false },
      { text: '[U+200B]', isEscape: true },
    ]);
  });

  it.each([
    ['joined emoji', 'Dev 👩🏽‍💻, ❤️, 🏴󠁧󠁢󠁳󠁣󠁴󠁿 and ✔︎'],
    ['words that are written with joiners', 'می‌خواهم क्‍ष'],
    ['lines and tabs', 'a\n\n\n  b\t\tc'],
  ])('keeps %s of prose', (_what, text) => {
    expect(visibleText(text, { isProse: true })).toBe(text);
  });

  it('draws joiners and tags that join nothing', () => {
    expect(visibleText('pay\u200Dpal 🙂\u{E0068}\u{E0069}', { isProse: true })).toBe(
      'pay[U+200D]pal 🙂[U+E0068 U+E0069]',
    );
  });
});
