import { describe, expect, it } from '@jest/globals';
import { parseBoundedJson } from './bounded-json.js';

const parsed = (text: string) => parseBoundedJson(Buffer.from(text));
const LONG = 300 * 1024;
const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1`).join();

describe('bounded JSON', () => {
  it.each([
    '{}',
    ' [1, -2.5e3, true, null, "\\u00e9 \\" \\\\"] ',
    '"text"',
    '{"a":{"b":[{"c":"[[[[,,,,::::"}]},"__proto__":1}',
    JSON.stringify({ file: 'A'.repeat(LONG), text: 'ü🎉', list: ['B'.repeat(LONG), 'C'] }),
    `{"escaped":"${'\\/\\u0041'.repeat(LONG / 8)}"}`,
    JSON.stringify('🎉'.repeat(LONG / 4)),
    `{"${'k'.repeat(10)}":"${'x'.repeat(3 * 1024 * 1024)}"}`,
  ])('is what JSON.parse makes of it', async (text) => {
    expect(await parsed(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '{',
    '{"a":1,}',
    'x'.repeat(2 * 1024 * 1024),
    '"a\nb"',
    '"',
    '',
    `{"a":"${'x'.repeat(LONG)}`,
    `{"a":"${'x'.repeat(LONG)}\n"}`,
    `{"a":"${'x'.repeat(LONG)}\\q"}`,
    `{"a":"${'x'.repeat(LONG)}" "b"}`,
  ])('is malformed where JSON.parse throws', async (text) => {
    await expect(parsed(text)).rejects.toMatchObject({ code: 'malformed_json' });
  });

  it('may have one byte order mark before it, and keeps those within strings', async () => {
    for (const text of ['{"a":"\ufeff"}', JSON.stringify('\ufeff'.repeat(LONG))])
      expect(await parsed(`\ufeff${text}`)).toEqual(JSON.parse(text));
    for (const text of ['\ufeff\ufeff{}', ' \ufeff{}', '{}\ufeff'])
      await expect(parsed(text)).rejects.toMatchObject({ code: 'malformed_json' });
  });

  it('is malformed if it is not UTF-8', async () => {
    const bytes = Buffer.from('"\xff"', 'latin1');
    await expect(parseBoundedJson(bytes)).rejects.toMatchObject({ code: 'malformed_json' });
  });

  it('takes a string for nothing but itself, though it looks like the place of another', async () => {
    const text = JSON.stringify(['\u0000000000000000000000000000 0', 'A'.repeat(LONG)]);
    expect(await parsed(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['too_large', 'values in a list', `[${'1,'.repeat(10_000)}1]`],
    ['too_large', 'empty lists', `[${'[],'.repeat(5_000)}[]]`],
    ['too_large', 'names', `{${members(5_001)}}`],
    ['invalid_request', 'levels', '['.repeat(65) + ']'.repeat(65)],
    ['invalid_request', 'levels without an end', '{"a":'.repeat(1_000_000)],
    ['too_large', 'bytes of white space', `[${' '.repeat(1024 * 1024)}]`],
    ['too_large', 'digits', '1'.repeat(1024 * 1024 + 1)],
    ['too_large', 'bytes of short strings', JSON.stringify(Array(5).fill('x'.repeat(250 * 1024)))],
    ['too_large', 'bytes in one string', `"${'x'.repeat(15 * 1024 * 1024)}"`],
  ])('is refused as %s for too many %s', async (code, _, text) => {
    await expect(parsed(text).then(() => 'taken')).rejects.toMatchObject({ code });
  });

  it('may have as many values, names and levels as are allowed', async () => {
    const levels = '['.repeat(64) + ']'.repeat(64);
    for (const text of [`[${'1,'.repeat(9_997)}1]`, levels, `{${members(4_998)}}`])
      expect(await parsed(text)).toEqual(JSON.parse(text));
  });

  it('lets other work have its turn', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await parsed(JSON.stringify(Array(5).fill('A'.repeat(1024 * 1024))));
    isOver = true;
    expect(turns).toBeGreaterThan(5);
  });
});
