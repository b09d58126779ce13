import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonTextIn, momentIn, waitSecondsIn } from './arguments.js';

it('a file that begins with a byte order mark is read without it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-arguments-'));
  try {
    await writeFile(join(folder, 'order.json'), '\uFEFF{"order":1.50}');
    expect(await jsonTextIn(`@${join(folder, 'order.json')}`, process.stdin)).toBe('{"order":1.50}');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a moment is a date-time of RFC 3339, or a day in UTC', () => {
  expect(momentIn('2016-12-31T23:59:60Z')).toEqual(new Date('2017-01-01T00:00:00Z'));
  expect(momentIn('2026-03-01')).toEqual(new Date('2026-03-01T00:00:00Z'));
  for (const none of ['2026-02-30T00:00:00Z', '2026-02-30', '+010000-01-01T00:00:00Z', 'yesterday'])
    expect(() => momentIn(none)).toThrow('It is a time such as');
});

it('a wait is no longer than a timer takes', () => {
  expect(waitSecondsIn('24d')).toBe(2_073_600);
  for (const long of ['25d', '999999d']) expect(() => waitSecondsIn(long)).toThrow('It is at most 24d.');
});
