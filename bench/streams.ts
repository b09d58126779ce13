/** What 200 messages cost that grow by 50 deltas a second each, how soon a delta is at a console, and what they cost a neighbour. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@svc/runtime';
import { Person } from '@svc/testkit';
import { HUB_SLOT, openPlace } from './support/place.js';
import { processesCalled } from './support/process-time.js';
import { ProcessWatch } from './support/process-watch.js';
import { exchangeOver } from './support/product-frames.js';
import type { Exchange } from './support/product-frames.js';
import { Program } from './support/program.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import { percentile } from './support/statistics.js';
import type { StreamReadersCalls } from './support/stream-readers-program.js';
import type { StreamWritersCalls, Writer } from './support/stream-writers-program.js';

const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 200);
const PER_SECOND = Number(process.env['BENCH_DELTAS'] ?? 50);
const PEOPLE = 20;
/** Messages grow and rest in turns, so that what else the machine does weighs on both alike. */
const [BLOCKS, BLOCK_MS, SETTLE_MS] = [6, 4_000, 300];
const WATCHED_SECONDS = (BLOCKS * BLOCK_MS) / 1_000;
/** The neighbour's messages, one at a time. */
const NEIGHBOUR_PER_SECOND = 20;
const SAMPLES_MAX = 50_000;
/** What the state before reached on two cores. */
const [HUB_SHARE_MAX, DELAY_P50_MS_MAX, NEIGHBOUR_MS_MAX] = [0.56, 50, 2.8];

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir, HUB_SLOT };
  const hub = await startReadyService('websocket-hub', place, leftovers, settings);
  const gateway = await startReadyService('gateway', place, leftovers, settings);
  const neighbour = await exchangeOver({ gatewayUrl: gateway.url, hubUrl: hub.url }, leftovers);

  say(`${PEOPLE} people with ${STREAMS} agents and a console each`);
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => Person.signUp(gateway.url)));
  const writers = await writersOf(people);
  const writing = Program.start<StreamWritersCalls>('stream-writers-program.js', leftovers);
  await writing.ask('connect', { hubUrl: hub.url, writers });
  const reading = Program.start<StreamReadersCalls>('stream-readers-program.js', leftovers);
  await reading.ask('connect', { hubUrl: hub.url, tokens: people.map(({ token }) => token) });
  const pids = { hub: [hub.pid], gateway: [gateway.pid], rabbit: processesCalled('beam.smp') };

  await writing.ask('begin', undefined);
  await neighboursWait(neighbour, BLOCK_MS);
  const [idle, busy] = [new ProcessWatch(pids), new ProcessWatch(pids)];
  for (let block = 0; block < BLOCKS; block += 1) {
    say(`block ${block + 1} of ${BLOCKS}`);
    await idle.during(() => neighboursWait(neighbour, BLOCK_MS));
    await writing.ask('write', { perSecond: PER_SECOND });
    // The first block is a warm-up.
    if (block === 0) await neighboursWait(neighbour, BLOCK_MS);
    if (block === 0) await reading.ask('take', { samplesMax: 0 });
    await busy.during(() => neighboursWait(neighbour, BLOCK_MS));
    await writing.ask('pause', undefined);
    await sleep(SETTLE_MS);
  }
  const seen = await reading.ask('take', { samplesMax: SAMPLES_MAX });
  const ends = await writing.ask('end', undefined);

  printTable(
    `Shares of a core, in ${BLOCKS} blocks of ${BLOCK_MS / 1_000} s each in turns`,
    ['', 'hub', 'gateway', 'RabbitMQ', 'neighbour p50, ms', 'p99, ms'],
    Object.entries({ 'nothing comes': idle, [`${STREAMS} messages grow`]: busy }).map(
      ([name, { shares, timesMs }]) => [name, ...shares, percentile(timesMs, 0.5), percentile(timesMs, 0.99)],
    ),
  );
  printTable(
    'From a delta at its agent to its frame at a console',
    ['deltas a second', 'frames a second', 'p50, ms', 'p95, ms', 'p99, ms'],
    [
      [
        String(Math.round(seen.deltas / WATCHED_SECONDS)),
        String(Math.round(seen.frames / WATCHED_SECONDS)),
        ...[0.5, 0.95, 0.99].map((share) => percentile(seen.delaysMs, share)),
      ],
    ],
  );
  printVerdict('messages that were stored', {
    figure: `${ends.acknowledged} of ${STREAMS}, ${ends.refused} refused`,
    target: 'all',
    isMet: ends.acknowledged === STREAMS,
  });
  const [share = Number.NaN] = busy.shares;
  printVerdict('the hub', {
    figure: `${share.toFixed(2)} of a core`,
    target: `at most ${HUB_SHARE_MAX}`,
    isMet: share <= HUB_SHARE_MAX,
  });
  const p50Ms = percentile(seen.delaysMs, 0.5);
  printVerdict('from a delta to its frame, p50', {
    figure: `${p50Ms.toFixed(1)} ms`,
    target: `at most ${DELAY_P50_MS_MAX} ms`,
    isMet: p50Ms <= DELAY_P50_MS_MAX,
  });
  const moreMs = percentile(busy.timesMs, 0.5) - percentile(idle.timesMs, 0.5);
  printVerdict('what an event of a neighbour takes longer, p50', {
    figure: `${moreMs.toFixed(1)} ms`,
    target: `at most ${NEIGHBOUR_MS_MAX} ms`,
    isMet: moreMs <= NEIGHBOUR_MS_MAX,
  });
});

async function writersOf(people: readonly Person[]): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let index = 0; index < STREAMS; index += 1) {
    const person = people[index % people.length] as Person;
    const { agentId, secret } = await person.createAgent();
    const { conversation_id: conversationId } = await person.send(agentId, 'What is new?');
    writers.push({ agentId, secret, conversationId });
  }
  return writers;
}

/** From before the POST of a message to its frame at an agent beside them, one at a time. */
async function neighboursWait(exchange: Exchange, durationMs: number): Promise<number[]> {
  const timesMs: number[] = [];
  for (const endMs = performance.now() + durationMs; performance.now() < endMs;) {
    const nextMs = performance.now() + 1_000 / NEIGHBOUR_PER_SECOND;
    timesMs.push(await exchange());
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  return timesMs;
}
