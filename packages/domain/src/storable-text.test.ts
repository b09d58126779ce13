import { describe, expect, it } from '@jest/globals';
import { storableLine, storableText, storableTextNotBlank, visibleText } from './storable-text.js';

describe('text for the store', () => {
  it('keeps everything that UTF-8 can write, and replaces what it cannot', () => {
    expect(storableText('tab\t bell\u0007 \u{1F600}', 'body.text')).toBe('tab\t bell\u0007 \u{1F600}');
    expect(storableText('a\uD800b', 'body.text')).toBe('a\uFFFDb');
  });

  it('is refused with U+0000, naming the field', () => {
    expect(() => storableText('a\0', 'body.text')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        fields: [{ path: 'body.text', message: expect.any(String) }],
      }),
    );
  });

  it('is refused where it is blank and must not be', () => {
    for (const blank of ['', ' ', '\n\t\u00A0']) {
      expect(() => storableTextNotBlank(blank, 'body.name')).toThrow(
        expect.objectContaining({ fields: [{ path: 'body.name', message: 'must not be blank' }] }),
      );
    }
    expect(storableTextNotBlank(' x ', 'body.name')).toBe(' x ');
  });

  it('is refused with characters that are not seen, where people approve what they see', () => {
    expect(visibleText('ls\n\tfind \u{1F600} é', 'body.action')).toBe('ls\n\tfind \u{1F600} é');
    const hidden = [
      '\r',
      '\u001B',
      '\u00AD',
      '\u200B',
      '\u200D',
      '\u202E',
      '\u2028',
      '\u3164',
      '\uFE0F',
      '\uFFF9',
      '\u{E0041}',
      '\u2800',
    ];
    for (const character of hidden) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      expect(() => visibleText(`a${character}b`, 'body.action')).toThrow(
        expect.objectContaining({
          fields: [{ path: 'body.action', message: `must not contain the invisible character U+${code}` }],
        }),
      );
    }
  });

  it('is one line where it has to be, and refused if nothing of it is left', () => {
    expect(storableLine(' Offers\r\n\tof\u0007 March ', 'body.title')).toBe('Offers of March');
    for (const blank of ['\u0007', ' \n '])
      expect(() => storableLine(blank, 'body.title')).toThrow(
        expect.objectContaining({ fields: [{ path: 'body.title', message: 'must not be blank' }] }),
      );
  });
});
