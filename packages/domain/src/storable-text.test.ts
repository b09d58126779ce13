import { describe, expect, it } from '@jest/globals';
import { storableLine, storableText, storableTextNotBlank } from './storable-text.js';

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

  it('is one line where it has to be, and refused if nothing of it is left', () => {
    expect(storableLine(' Offers\r\n\tof\u0007 March ', 'body.title')).toBe('Offers of March');
    for (const blank of ['\u0007', ' \n '])
      expect(() => storableLine(blank, 'body.title')).toThrow(
        expect.objectContaining({ fields: [{ path: 'body.title', message: 'must not be blank' }] }),
      );
  });
});
