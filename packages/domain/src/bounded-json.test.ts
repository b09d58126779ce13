import { parseBoundedJson } from './bounded-json.js';

const parsed = (text: string) => parseBoundedJson(Buffer.from(text));
const refused = (code: string) => expect.objectContaining({ code });
const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1`).join();

describe('bounded JSON', () => {
  it('is what JSON.parse makes of it', () => {
    for (const text of [
      ' [1, -2.5e3, true, null, "\\u00e9 \\" \\\\"] ',
      '{"a":{"b":[{"c":"[[[[,,,,::::"}]},"__proto__":1}',
      JSON.stringify({ file: 'A'.repeat(3 * 1024 * 1024), text: 'ü🎉', list: [','.repeat(100_000)] }),
    ])
      expect(parsed(text)).toEqual(JSON.parse(text));
  });

  it('is malformed where JSON.parse throws, and if it is not UTF-8', () => {
    for (const text of ['{', '{"a":1,}', '"a\nb"', '"', ''])
      expect(() => parsed(text)).toThrow(refused('malformed_json'));
    expect(() => parseBoundedJson(Buffer.from('"\xff"', 'latin1'))).toThrow(refused('malformed_json'));
  });

  it('may have one byte order mark before it, and keeps those within strings', () => {
    expect(parsed('\ufeff{"a":"\ufeff"}')).toEqual({ a: '\ufeff' });
    for (const text of ['\ufeff\ufeff{}', ' \ufeff{}', '{}\ufeff'])
      expect(() => parsed(text)).toThrow(refused('malformed_json'));
  });

  it.each([
    ['too_large', 'values in a list', `[${'1,'.repeat(10_000)}1]`],
    ['too_large', 'empty lists', `[${'[],'.repeat(5_000)}[]]`],
    ['too_large', 'names', `{${members(5_001)}}`],
    ['invalid_request', 'levels', '['.repeat(65) + ']'.repeat(65)],
    ['too_large', 'values, before it is parsed', '['.repeat(2 * 1024 * 1024)],
    ['too_large', 'characters in one string', `"${'x'.repeat(15 * 1024 * 1024 + 1)}"`],
  ])('is refused as %s for too many %s', (code, _, text) => {
    expect(() => parsed(text)).toThrow(refused(code));
  });

  it('may have as many values, names and levels as are allowed', () => {
    const levels = '['.repeat(64) + ']'.repeat(64);
    for (const text of [`[${'1,'.repeat(9_997)}1]`, levels, `{${members(4_998)}}`])
      expect(parsed(text)).toEqual(JSON.parse(text));
  });
});
