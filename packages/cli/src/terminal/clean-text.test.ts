import { cleanLine, cleanText, terminalSafeJson } from './clean-text.js';

const HOSTILE = 'a\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2Jb\u0000\r\u202ecod\u2066.';

describe('a text of somebody else', () => {
  it('loses everything that a terminal would take for an order, and shows what nobody would see', () => {
    expect(cleanText(HOSTILE)).toBe(String.raw`aredb\u{202e}cod\u{2066}.`);
    expect(cleanText('pay 1\u{e0041}\u{200b}')).toBe(String.raw`pay 1\u{e0041}\u{200b}`);
  });

  it('keeps its lines, its tabs and its letters', () => {
    const text = 'Grüße 👩‍👩‍👧\r\n\tsecond line';
    expect(cleanText(text)).toBe('Grüße 👩‍👩‍👧\n\tsecond line');
    expect(cleanLine(text)).toBe('Grüße 👩‍👩‍👧 second line');
  });

  it('is the same text in JSON, but harmless to a terminal', () => {
    const json = terminalSafeJson({ text: HOSTILE }, 2);
    expect(JSON.parse(json)).toEqual({ text: HOSTILE });
    expect(json).toMatch(/^[\n\x20-\x7e]*$/);
  });
});
