import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseCron, offsetAt } from './cron.js';
import { nextOccurrence } from './schedule.js';

// Lines of expression, zone, base in seconds since 1970, and two answers of croniter 6.2.4 in seconds after it:
// the next time of a clock without changes, found by Python's zoneinfo when the zone's clock shows it, and
// croniter's own (`=` if it is the same). The bases are random moments, four of five around a clock change.
// docs/decisions/schedules.md says why some answers differ.
const FIXTURE = new URL('../fixtures/cron-oracle.tsv', import.meta.url);

interface Case {
  expression: string;
  timezone: string;
  baseMs: number;
  /** croniter's times of a clock without changes, found on the zone's clock. */
  wallMs: number;
  /** croniter's own answer. */
  plainMs: number;
}

const cases: Case[] = readFileSync(FIXTURE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [expression = '', timezone = '', base, wall, plain] = line.split('\t');
    const wallMs = (Number(base) + Number(wall)) * 1_000;
    const plainMs = plain === '=' ? wallMs : (Number(base) + Number(plain)) * 1_000;
    return { expression, timezone, baseMs: Number(base) * 1_000, wallMs, plainMs };
  });

const oursMs = ({ expression, timezone, baseMs }: Case): number | undefined =>
  nextOccurrence({ expression, timezone, after: new Date(baseMs) })?.getTime();

it('is asked about at least 10,000 random expressions, most of them around changes of the clock', () => {
  expect(cases.length).toBeGreaterThanOrEqual(10_000);
  const DAYS_MS = 2 * 86_400_000;
  const around = cases.filter(
    ({ timezone, baseMs }) => offsetAt(timezone, baseMs - DAYS_MS) !== offsetAt(timezone, baseMs + DAYS_MS),
  );
  expect(around.length).toBeGreaterThanOrEqual(cases.length / 2);
});

it('agrees with croniter on every time of the wall clock, and on the moments at which clocks show it', () => {
  expect(cases.filter((asked) => oursMs(asked) !== asked.wallMs)).toEqual([]);
});

it("differs from croniter's own answers by three rules alone", () => {
  const counts: Record<string, number> = {};
  const unexplained: Case[] = [];
  for (const asked of cases) {
    if (asked.plainMs === asked.wallMs) continue;
    const rule = ruleOf(asked);
    if (rule === undefined) unexplained.push(asked);
    else counts[rule] = (counts[rule] ?? 0) + 1;
  }
  expect(unexplained).toEqual([]);
  expect(counts).toEqual({
    'both day fields where one holds a star': 758,
    'an interval is not made up for after a gap': 70,
    'a fixed time is not repeated': 2,
  });
});

function ruleOf(asked: Case): string | undefined {
  if (isEitherDayForCroniter(asked)) return 'both day fields where one holds a star';
  if (isMadeUpAfterGap(asked)) return 'an interval is not made up for after a gap';
  if (isRepeatOfFixedTime(asked)) return 'a fixed time is not repeated';
  return undefined;
}

/** A day satisfies both fields where one holds a `*`, as in Vixie's cron; for croniter, where one is a `*`. */
function isEitherDayForCroniter(asked: Case): boolean {
  const [minute, hour, day = '', month, weekday = ''] = asked.expression.split(' ');
  if (day === '*' || weekday === '*' || !parseCron(asked.expression).bothDayFields) return false;
  const either = [minute, hour, day.replaceAll('*', '1-31'), month, weekday.replaceAll('*', '0-7')].join(' ');
  const again = { ...asked, expression: either };
  return oursMs(again) === asked.plainMs || isMadeUpAfterGap(again) || isRepeatOfFixedTime(again);
}

/** croniter makes up at the end of the gap for all times that were left out; we do for fixed times alone. */
function isMadeUpAfterGap(asked: Case): boolean {
  const { expression, timezone, plainMs } = asked;
  if (parseCron(expression).fixedTimes) return false;
  const isEndOfGap = offsetAt(timezone, plainMs) > offsetAt(timezone, plainMs - 1_000);
  const [minute = '', hour = '', ...days] = expression.split(' ');
  const fixed = [minute.replaceAll('*', '0-59'), hour.replaceAll('*', '0-23'), ...days].join(' ');
  return isEndOfGap && oursMs({ ...asked, expression: fixed }) === plainMs;
}

/** Of a fixed time that the clock shows twice, croniter has the second moment too; ours was due at the first. */
function isRepeatOfFixedTime({ expression, timezone, baseMs, plainMs }: Case): boolean {
  const lag = offsetAt(timezone, baseMs) - offsetAt(timezone, plainMs);
  const firstMs = plainMs - lag;
  const isSameTime = offsetAt(timezone, firstMs) === offsetAt(timezone, baseMs);
  return parseCron(expression).fixedTimes && lag > 0 && isSameTime && firstMs <= baseMs;
}
