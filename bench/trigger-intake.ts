/** How many triggers per second are taken in, and how soon they are answered and at the agent, beside queues that do add -> start. */
import { startRedis } from './support/bullmq-starts.js';
import type { Contender, Times } from './support/contender.js';
import { peerContender } from './support/peer-contender.js';
import { installPeers } from './support/peer-packages.js';
import { openPlace } from './support/place.js';
import { servicesTriggers, wholeProductTriggers } from './support/product-triggers.js';
import { printBeside, printTable, printVerdict, say } from './support/report.js';
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
  name: string;
  /** There is none of a peer that could not be measured. */
  contender?: Contender;
  /** Why there is none. */
  failure: string;
  answersPerSecond: number[];
  startsPerSecond: number[];
  light: Times;
  /** At half of what it can take; not measured of peers. */
  half: Times;
}

await runBench(async (leftovers) => {
  const ours = [await servicesTriggers(leftovers), await wholeProductTriggers(leftovers)].map(
    (contender) => ({ ...figuresOf(contender.name), contender }),
  );
  const peers = await openPeers(leftovers);
  // The first round, in which processes compile their code and caches fill, does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const figures of ours) await measure(figures, round);
    for (const peer of peers) await measure(peer, round).catch((error: unknown) => fail(peer, error));
  }
  for (const figures of ours) await atHalfLoad(figures);
  report(ours, peers);
});

async function measure({ name, contender, ...figures }: Figures, round: number): Promise<void> {
  if (contender === undefined) return;
  say(`round ${round} of ${ROUNDS}: ${name}`);
  const flooded = await contender.flood(FLOOD);
  const light = await contender.pace(LIGHT);
  if (round === 0) return;
  figures.answersPerSecond.push(flooded.answersPerSecond);
  figures.startsPerSecond.push(flooded.startsPerSecond);
  figures.light.answersMs.push(...light.answersMs);
  figures.light.startsMs.push(...light.startsMs);
}

async function atHalfLoad(figures: Figures & { contender: Contender }): Promise<void> {
  const perSecond = median(figures.answersPerSecond) / 2;
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`half load, round ${round} of ${ROUNDS}: ${figures.name}`);
    const times = await figures.contender.pace({ perSecond, count: HALF_LOAD_COUNT });
    figures.half.answersMs.push(...times.answersMs);
    figures.half.startsMs.push(...times.startsMs);
  }
}

/** A peer that cannot be opened stays in the tables without figures. */
async function openPeers(leftovers: Leftovers): Promise<Figures[]> {
  const [graphile, bullmq] = [
    figuresOf('graphile-worker'),
    figuresOf('BullMQ', 'BullMQ was not measured: no redis-server is at hand'),
  ];
  const execPath = await installPeers();
  const onPostgres = async () => ({ url: (await openPlace(leftovers)).databaseUrl, leftovers, execPath });
  await open(graphile, { file: 'graphile-worker-program.js', ...(await onPostgres()) });
  const port = await startRedis(leftovers);
  if (port !== null)
    await open(bullmq, { file: 'bullmq-program.js', url: `redis://127.0.0.1:${port}`, leftovers });
  return [graphile, bullmq];
}

async function open(peer: Figures, options: Parameters<typeof peerContender>[1]): Promise<void> {
  try {
    peer.contender = await peerContender(peer.name, options);
  } catch (error) {
    fail(peer, error);
  }
}

function fail(peer: Figures, error: unknown): void {
  delete peer.contender;
  peer.failure = `${peer.name} was not measured: ${String(error)}`;
  say(peer.failure);
}

function figuresOf(name: string, failure = ''): Figures {
  return {
    ...{ name, failure, answersPerSecond: [], startsPerSecond: [] },
    light: { answersMs: [], startsMs: [] },
    half: { answersMs: [], startsMs: [] },
  };
}

function report(ours: Figures[], peers: Figures[]): void {
  const all = [...ours, ...peers];
  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    ['', 'answered', 'begun'],
    all.map(({ name, answersPerSecond, startsPerSecond }) => [
      name,
      median(answersPerSecond),
      median(startsPerSecond),
    ]),
  );
  printTimes(`Milliseconds at ${LIGHT.perSecond} per second`, all, 'light');
  printTimes('Milliseconds at half of what it can take', ours, 'half');
  const graphile = peers.find(({ name }) => name === 'graphile-worker');
  const bullmq = peers.find(({ name }) => name === 'BullMQ');
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
      [`${figures.name}, call -> answer`, ...spread(figures[load].answersMs)],
      [`${figures.name}, call -> start`, ...spread(figures[load].startsMs)],
    ]),
  );
}

function printVerdicts(
  { name, answersPerSecond, light, half }: Figures,
  { graphile, bullmq }: { graphile: Figures; bullmq: Figures },
): void {
  printBeside(`${name}, POST -> 200 per second, beside graphile-worker end to end`, {
    figure: median(answersPerSecond),
    peer: graphile.contender ? median(graphile.startsPerSecond) : graphile.failure,
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
    peer: bullmq.contender ? percentile(bullmq.light.startsMs, 0.5) : bullmq.failure,
    target: `at most ${START_RATIO_MAX} times`,
    isMet: (ratio) => ratio <= START_RATIO_MAX,
  });
  const p99 = percentile(light.startsMs, 0.99);
  printVerdict(`${name}, POST -> frame at light load, p99`, {
    figure: `${p99.toFixed(1)} ms`,
    target: `under ${START_P99_MS_MAX} ms`,
    isMet: p99 < START_P99_MS_MAX,
  });
}
