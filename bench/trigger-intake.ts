/** Triggers per second, and how soon they are answered and at the agent, beside a queue's add -> start. */
import { bullmqContender } from './support/bullmq.js';
import { ratesOf } from './support/contender.js';
import type { Contender, Times } from './support/contender.js';
import { servicesTriggers, wholeProductTriggers } from './support/product-triggers.js';
import { printTable, printTarget, say } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import { median, percentile, ratioOf } from './support/statistics.js';

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
  name: string;
  answersPerSecond: number;
  startsPerSecond: number;
  light: Times;
}

await runBench(async (leftovers) => {
  const ours = [await servicesTriggers(leftovers), await wholeProductTriggers(leftovers)];
  const peer = await bullmqContender(leftovers);
  const measured = await interleaved([...ours, peer], {
    rounds: ROUNDS,
    measure: async (contender) => ({
      ...ratesOf(await contender.flood(FLOOD)),
      light: await contender.pace(LIGHT),
    }),
  });
  const figuresOf = (contender: Contender): Figures => {
    const rounds = measured(contender);
    return {
      name: contender.name,
      answersPerSecond: median(rounds.map((round) => round.answersPerSecond)),
      startsPerSecond: median(rounds.map((round) => round.startsPerSecond)),
      light: together(rounds.map((round) => round.light)),
    };
  };
  const bullmq = figuresOf(peer);
  const half = new Map<string, Times>();
  for (const contender of ours) half.set(contender.name, await atHalfLoad(contender, figuresOf(contender)));

  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    ['', 'answered', 'begun'],
    [...ours.map(figuresOf), bullmq].map(({ name, answersPerSecond, startsPerSecond }) => [
      name,
      answersPerSecond,
      startsPerSecond,
    ]),
  );
  printTimes(
    `Milliseconds at ${LIGHT.perSecond} per second`,
    [...ours.map(figuresOf), bullmq].map(({ name, light }) => [name, light]),
  );
  printTimes('Milliseconds at half of what it can take', [...half]);
  for (const figures of ours.map(figuresOf)) printTargets(figures, half.get(figures.name) as Times, bullmq);
});

async function atHalfLoad(contender: Contender, { answersPerSecond }: Figures): Promise<Times> {
  const rounds: Times[] = [];
  while (rounds.length < ROUNDS) {
    say(`half load, round ${rounds.length + 1} of ${ROUNDS}: ${contender.name}`);
    rounds.push(await contender.pace({ perSecond: answersPerSecond / 2, count: HALF_LOAD_COUNT }));
  }
  return together(rounds);
}

function together(rounds: readonly Times[]): Times {
  return {
    answersMs: rounds.flatMap(({ answersMs }) => answersMs),
    startsMs: rounds.flatMap(({ startsMs }) => startsMs),
  };
}

function printTimes(title: string, all: readonly [name: string, times: Times][]): void {
  const spread = (timesMs: readonly number[]): string[] =>
    [0.5, 0.95, 0.99].map((share) => percentile(timesMs, share).toFixed(2));
  printTable(
    title,
    ['', 'p50', 'p95', 'p99'],
    all.flatMap(([name, { answersMs, startsMs }]) => [
      [`${name}, call -> answer`, ...spread(answersMs)],
      [`${name}, call -> start`, ...spread(startsMs)],
    ]),
  );
}

function printTargets({ name, answersPerSecond, light }: Figures, half: Times, bullmq: Figures): void {
  const p = (share: number, timesMs: readonly number[]): number => percentile(timesMs, share);
  const unit = 'times';
  const rate = ratioOf(answersPerSecond, bullmq.startsPerSecond);
  printTarget(`${name}, POST -> 200 per second, beside BullMQ end to end`, rate, {
    unit,
    atLeast: RATE_RATIO_MIN,
  });
  const spread = ratioOf(p(0.99, half.answersMs), p(0.5, half.answersMs));
  printTarget(`${name}, POST -> 200 at half load, p99 beside p50`, spread, {
    unit,
    under: HALF_LOAD_SPREAD_MAX,
  });
  const what = `${name}, POST -> frame at light load`;
  const start = ratioOf(p(0.5, light.startsMs), p(0.5, bullmq.light.startsMs));
  printTarget(`${what}, p50 beside BullMQ's call -> start`, start, { unit, atMost: START_RATIO_MAX });
  printTarget(`${what}, p99`, p(0.99, light.startsMs), { unit: 'ms', under: START_P99_MS_MAX });
}
