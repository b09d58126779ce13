/** How many triggers per second are taken in, and how soon they are answered and at the agent, beside a queue that does add -> start. */
import { bullmqContender } from './support/bullmq.js';
import { ratesOf } from './support/contender.js';
import type { Contender, Times } from './support/contender.js';
import { servicesTriggers, wholeProductTriggers } from './support/product-triggers.js';
import { printBeside, printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median, percentile } from './support/statistics.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const FLOOD = { durationMs: 4_000, atOnce: 128 };
const LIGHT = { perSecond: 50, count: 200 };
/** At half load, calls of one round. */
const HALF_LOAD_COUNT = 4_000;
const RATE_RATIO_MIN = 0.45;
const START_RATIO_MAX = 2;
const START_P99_MS_MAX = 25;
const HALF_LOAD_SPREAD_MAX = 5;

interface Figures {
  contender: Contender;
  answersPerSecond: number[];
  startsPerSecond: number[];
  light: Times;
  /** At half of what it can take; not measured of peers. */
  half: Times;
}

await runBench(async (leftovers) => {
  const ours = [await servicesTriggers(leftovers), await wholeProductTriggers(leftovers)].map(figuresOf);
  const bullmq = figuresOf(await bullmqContender(leftovers));
  const all = [...ours, bullmq];
  // The first round, in which processes compile their code and caches fill, does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const figures of all) await measure(figures, round);
  }
  for (const figures of ours) await atHalfLoad(figures);
  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    ['', 'answered', 'begun'],
    all.map(({ contender, answersPerSecond, startsPerSecond }) => [
      contender.name,
      median(answersPerSecond),
      median(startsPerSecond),
    ]),
  );
  printTimes(`Milliseconds at ${LIGHT.perSecond} per second`, all, 'light');
  printTimes('Milliseconds at half of what it can take', ours, 'half');
  for (const figures of ours) printTargets(figures, bullmq);
});

async function measure({ contender, ...figures }: Figures, round: number): Promise<void> {
  say(`round ${round} of ${ROUNDS}: ${contender.name}`);
  const flooded = ratesOf(await contender.flood(FLOOD));
  const light = await contender.pace(LIGHT);
  if (round === 0) return;
  figures.answersPerSecond.push(flooded.answersPerSecond);
  figures.startsPerSecond.push(flooded.startsPerSecond);
  figures.light.answersMs.push(...light.answersMs);
  figures.light.startsMs.push(...light.startsMs);
}

async function atHalfLoad({ contender, answersPerSecond, half }: Figures): Promise<void> {
  const perSecond = median(answersPerSecond) / 2;
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`half load, round ${round} of ${ROUNDS}: ${contender.name}`);
    const times = await contender.pace({ perSecond, count: HALF_LOAD_COUNT });
    half.answersMs.push(...times.answersMs);
    half.startsMs.push(...times.startsMs);
  }
}

function figuresOf(contender: Contender): Figures {
  return {
    ...{ contender, answersPerSecond: [], startsPerSecond: [] },
    light: { answersMs: [], startsMs: [] },
    half: { answersMs: [], startsMs: [] },
  };
}

function printTimes(title: string, all: Figures[], load: 'light' | 'half'): void {
  const spread = (timesMs: readonly number[]): string[] =>
    [0.5, 0.95, 0.99].map((share) => percentile(timesMs, share).toFixed(2));
  printTable(
    title,
    ['', 'p50', 'p95', 'p99'],
    all.flatMap((figures) => [
      [`${figures.contender.name}, call -> answer`, ...spread(figures[load].answersMs)],
      [`${figures.contender.name}, call -> start`, ...spread(figures[load].startsMs)],
    ]),
  );
}

function printTargets(
  { contender: { name }, answersPerSecond, light, half }: Figures,
  bullmq: Figures,
): void {
  printBeside(`${name}, POST -> 200 per second, beside BullMQ end to end`, {
    figure: median(answersPerSecond),
    peer: median(bullmq.startsPerSecond),
    target: `at least ${RATE_RATIO_MIN} times`,
    isMet: (ratio) => ratio >= RATE_RATIO_MIN,
  });
  printBeside(`${name}, POST -> 200 at half load, p99 beside p50`, {
    figure: percentile(half.answersMs, 0.99),
    peer: percentile(half.answersMs, 0.5),
    target: `under ${HALF_LOAD_SPREAD_MAX} times`,
    isMet: (ratio) => ratio < HALF_LOAD_SPREAD_MAX,
  });
  printBeside(`${name}, POST -> frame at light load, p50 beside BullMQ's call -> start`, {
    figure: percentile(light.startsMs, 0.5),
    peer: percentile(bullmq.light.startsMs, 0.5),
    target: `at most ${START_RATIO_MAX} times`,
    isMet: (ratio) => ratio <= START_RATIO_MAX,
  });
  const p99 = percentile(light.startsMs, 0.99);
  printTarget(`${name}, POST -> frame at light load, p99`, {
    figure: `${p99.toFixed(1)} ms`,
    target: `under ${START_P99_MS_MAX} ms`,
    isMet: p99 < START_P99_MS_MAX,
  });
}
