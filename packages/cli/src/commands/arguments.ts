import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseInstant } from '@svc/domain';
import { InvalidArgumentError } from 'commander';
import { CliError } from '../errors.js';

const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds of a text such as `45s`, `10m`, `1h` or `90d`. */
export function secondsIn(given: string): number {
  const [, amount = '', unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(given) ?? [];
  if (amount === '') throw new InvalidArgumentError('It is a time such as 45s, 10m, 1h or 90d.');
  return Number(amount) * (UNIT_SECONDS[unit] ?? 1);
}

/** As {@link secondsIn}, of a wait in this process: a timer takes no more than 24 days. */
export function waitSecondsIn(given: string): number {
  const seconds = secondsIn(given);
  if (seconds > 24 * 86_400) throw new InvalidArgumentError('It is at most 24d.');
  return seconds;
}

/** A moment: a date-time of RFC 3339, a day in UTC, or how long ago, such as `10m` or `2d`. */
export function momentIn(given: string): Date {
  if (/^\d{1,9}[smhd]$/.test(given)) return new Date(Date.now() - secondsIn(given) * 1_000);
  const moment = parseInstant(given) ?? parseInstant(`${given}T00:00:00Z`);
  if (moment === null)
    throw new InvalidArgumentError(
      'It is a time such as 2026-03-01T08:00:00Z, or how long ago, such as 10m or 2d.',
    );
  return moment;
}

/** The JSON given, of a file (`@file`) or the standard input (`@-`). @throws CliError `usage`. */
export async function jsonTextIn(given: string, stdin: NodeJS.ReadStream): Promise<string> {
  const from = given.startsWith('@') ? given.slice(1) : null;
  let json = given;
  try {
    if (from !== null) json = from === '-' ? await text(stdin) : await readFile(from, 'utf8');
    json = json.replace(/^\uFEFF/, '');
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return json;
  } catch (cause) {
    throw new CliError('usage', `${from ?? 'What was given'}: ${(cause as Error).message}`, { cause });
  }
  throw new CliError('usage', 'What is sent is a JSON object, such as {"order": 4711}.');
}
