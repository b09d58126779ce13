/** How many triggers per second are taken in, and how soon they are answered and at the agent, beside queues that do add -> start. */
import { startRedis } from './support/bullmq-starts.js';
import type { Contender, Times } from './support/contender.js';
import { peerContender } from './support/peer-contender.js';
import { installPeers } from './support/peer-packages.js';
import { openPlace } from './support/place.js';
import { servicesTriggers, wholeProductTriggers } from './support/product-triggers.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { median, percentile } from './support/statistics.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const FLOOD = { durationMs: 4_000, atOnce: 128 };
const LIGHT = { perSecond: 50, count: 200 };
/** At half load, calls of one round. */
const HALF_LOAD_COUNT = 4_000;
const RATE_RATIO_MIN = 3;
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
  const ours = [
    figuresOf(await servicesTriggers(leftovers)),
    figuresOf(await wholeProductTriggers(leftovers)),
  ];
  const peers = (await openPeers(leftovers)).map(figuresOf);
  // The first round, in which processes compile their code and caches fill, does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const figures of [...ours, ...peers]) {
      say(`round ${round} of ${ROUNDS}: ${figures.contender.name}`);
      const flooded = await figures.contender.flood(FLOOD);
      const light = await figures.contender.pace(LIGHT);
      if (round === 0) continue;
      figures.answersPerSecond.push(flooded.answersPerSecond);
      figures.startsPerSecond.push(flooded.startsPerSecond);
      figures.light.answersMs.push(...light.answersMs);
      figures.light.startsMs.push(...light.startsMs);
    }
  }
  for (const figures of ours) await atHalfLoad(figures);
  report(ours, peers);
});

async function atHalfLoad(figures: Figures): Promise<void> {
  const perSecond = median(figures.answersPerSecond) / 2;
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`half load, round ${round} of ${ROUNDS}: ${figures.contender.name}`);
    const times = await figures.contender.pace({ perSecond, count: HALF_LOAD_COUNT });
    figures.half.answersMs.push(...times.answersMs);
    figures.half.startsMs.push(...times.startsMs);
  }
}

async function openPeers(leftovers: Leftovers): Promise<Contender[]> {
  const execPath = await installPeers();
  const [graphile, boss] = [await openPlace(leftovers), await openPlace(leftovers)];
  const redisPort = await startRedis(leftovers);
  if (redisPort === null) throw new Error('There is no redis-server at hand, which BullMQ needs');
  const on = (file: string, url: string) => ({ file, url, leftovers });
  return [
    await peerContender('graphile-worker', {
      ...on('graphile-worker-program.js', graphile.databaseUrl),
      execPath,
    }),
    await peerContender('pg-boss', { ...on('pg-boss-program.js', boss.databaseUrl), execPath }),
    await peerContender('BullMQ', on('bullmq-program.js', `redis://127.0.0.1:${redisPort}`)),
  ];
}

function figuresOf(contender: Contender): Figures {
  return {
    contender,
    answersPerSecond: [],
    startsPerSecond: [],
    light: { answersMs: [], startsMs: [] },
    half: { answersMs: [], startsMs: [] },
  };
}

function report(ours: Figures[], peers: Figures[]): void {
  const all = [...ours, ...peers];
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
  const graphile = peers.find(({ contender }) => contender.name === 'graphile-worker');
  const bullmq = peers.find(({ contender }) => contender.name === 'BullMQ');
  if (graphile === undefined || bullmq === undefined) throw new Error('A peer is missing');
  for (const figures of ours) printVerdicts(figures, { graphile, bullmq });
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

function printVerdicts(
  { contender, answersPerSecond, light, half }: Figures,
  { graphile, bullmq }: { graphile: Figures; bullmq: Figures },
): void {
  const rate = median(answersPerSecond) / median(graphile.startsPerSecond);
  printVerdict(`${contender.name}, POST -> 200 per second, beside graphile-worker end to end`, {
    figure: `${rate.toFixed(2)} times`,
    target: `at least ${RATE_RATIO_MIN} times`,
    isMet: rate >= RATE_RATIO_MIN,
  });
  const spread = percentile(half.answersMs, 0.99) / percentile(half.answersMs, 0.5);
  printVerdict(`${contender.name}, POST -> 200 at half load, p99 beside p50`, {
    figure: `${spread.toFixed(1)} times`,
    target: `under ${HALF_LOAD_SPREAD_MAX} times`,
    isMet: spread < HALF_LOAD_SPREAD_MAX,
  });
  const start = percentile(light.startsMs, 0.5) / percentile(bullmq.light.startsMs, 0.5);
  printVerdict(`${contender.name}, POST -> frame at light load, p50 beside BullMQ`, {
    figure: `${start.toFixed(2)} times`,
    target: `at most ${START_RATIO_MAX} times`,
    isMet: start <= START_RATIO_MAX,
  });
  const p99 = percentile(light.startsMs, 0.99);
  printVerdict(`${contender.name}, POST -> frame at light load, p99`, {
    figure: `${p99.toFixed(1)} ms`,
    target: `under ${START_P99_MS_MAX} ms`,
    isMet: p99 < START_P99_MS_MAX,
  });
}
