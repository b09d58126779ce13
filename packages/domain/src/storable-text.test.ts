import { visibleText } from './storable-text.js';

describe('text for the store', () => {
  it('is refused with characters that are not seen, where people approve what they see', () => {
    expect(visibleText('ls\n\tfind \u{1F600} é', 'body.action')).toBe('ls\n\tfind \u{1F600} é');
    for (const character of '\r\u001B\u00AD\u200B\u200D\u202E\u2028\u3164\uFE0F\uFFF9\u{E0041}\u2800') {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      const message = `must not contain the invisible character U+${code}`;
      const refused = expect.objectContaining({ fields: [{ path: 'body.action', message }] });
      expect(() => visibleText(`a${character}b`, 'body.action')).toThrow(refused);
    }
  });
});
