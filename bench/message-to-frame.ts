/** From before the POST of a message to its frame, at light load, beside BullMQ's add -> start. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@svc/runtime';
import { Person, Product } from '@svc/testkit';
import type { ProductMode } from '@svc/testkit';
import { connectAgent } from './support/agent-socket.js';
import { bullmqStarts } from './support/bullmq.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { HUB_SLOT, openBackends } from './support/scratch.js';
import { NO_RATE_LIMITS, startReadyService } from './support/service-process.js';
import { percentile, ratioOf } from './support/statistics.js';

const PER_SECOND = 50;
/** Of one way before the next has its turn, so that what else the machine does weighs on all alike. */
const BLOCK = 100;
const BLOCKS = Number(process.env['BENCH_ROUNDS'] ?? 10);
/** Blocks left out at the beginning, while the processes compile their code. */
const WARM_UP_BLOCKS = 2;
const RATIO_MAX = 2;
const P99_MS_MAX = 25;
/** Longer than any frame should take, in milliseconds. */
const FRAME_MS_MAX = 10_000;

/** Sends one message, and resolves with the milliseconds from before its POST to its frame at the agent. */
type Exchange = () => Promise<number>;

await runBench(async (leftovers) => {
  const way = (name: string, exchange: Exchange) => ({ name, exchange, timesMs: [] as number[] });
  const peer = way('BullMQ, add -> start', await bullmqStarts(leftovers));
  const ours = [
    way('all in one', await wholeProduct('all-in-one', leftovers)),
    way('gateway and hub', await servicesAlone(leftovers)),
    way('services behind the edge proxy', await wholeProduct('services', leftovers)),
  ];
  const all = [peer, ...ours];
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block += 1) {
    say(`block ${block + 1} of ${WARM_UP_BLOCKS + BLOCKS}`);
    for (const { exchange, timesMs } of all) {
      const measured = await oneAtATime(exchange);
      if (block >= WARM_UP_BLOCKS) timesMs.push(...measured);
    }
  }

  printTable(
    `Milliseconds, ${BLOCKS * BLOCK} one at a time, ${PER_SECOND} per second`,
    ['', 'p50', 'p95', 'p99', 'max'],
    all.map(({ name, timesMs }) => [
      name,
      ...[0.5, 0.95, 0.99, 1].map((share) => percentile(timesMs, share).toFixed(2)),
    ]),
  );
  for (const { name, timesMs } of ours) {
    const [p50, peerP50] = [percentile(timesMs, 0.5), percentile(peer.timesMs, 0.5)];
    const what = `${name}, message -> frame`;
    printTarget(`${what}, p50 beside BullMQ's add -> start`, ratioOf(p50, peerP50), {
      unit: 'times',
      atMost: RATIO_MAX,
    });
    printTarget(`${what}, p99`, percentile(timesMs, 0.99), { unit: 'ms', under: P99_MS_MAX });
  }
});

/** The next leaves when the one before has come, and not before its turn. */
async function oneAtATime(exchange: Exchange): Promise<number[]> {
  const timesMs: number[] = [];
  for (let index = 0; index < BLOCK; index += 1) {
    const nextMs = performance.now() + 1_000 / PER_SECOND;
    timesMs.push(await exchange());
    await sleep(Math.max(0, nextMs - performance.now()));
  }
  return timesMs;
}

/** Over the built product as `npm start` or `npm run services` runs it. */
async function wholeProduct(mode: ProductMode, leftovers: Leftovers): Promise<Exchange> {
  const product = await Product.prepare({ mode, settings: NO_RATE_LIMITS });
  leftovers.later(() => product.remove());
  leftovers.later(() => product.stop());
  await product.start();
  return exchangeOver({ gatewayUrl: product.url, hubUrl: product.url }, leftovers);
}

/** Over a gateway and a hub that are talked to directly, as behind an edge proxy that costs nothing. */
async function servicesAlone(leftovers: Leftovers): Promise<Exchange> {
  const backends = await openBackends(leftovers);
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-service-bench-'));
  leftovers.later(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { ...NO_RATE_LIMITS, DATA_DIR: dataDir, HUB_SLOT };
  const hub = await startReadyService('websocket-hub', backends, leftovers, settings);
  const gateway = await startReadyService('gateway', backends, leftovers, settings);
  return exchangeOver({ gatewayUrl: gateway.url, hubUrl: hub.url }, leftovers);
}

async function exchangeOver(
  { gatewayUrl, hubUrl }: { gatewayUrl: string; hubUrl: string },
  leftovers: Leftovers,
): Promise<Exchange> {
  const person = await Person.signUp(gatewayUrl);
  const agent = await person.createAgent();
  const socket = await connectAgent(hubUrl, agent);
  leftovers.later(async () => socket.terminate());
  let conversation: { conversation_id?: string } = {};

  return async () => {
    const came = once(socket, 'message', { signal: AbortSignal.timeout(FRAME_MS_MAX) });
    const cameMs = came.then(() => performance.now());
    const startMs = performance.now();
    const message = { text: 'What came in since yesterday?', ...conversation };
    const [sent, endMs] = await Promise.all([person.send(agent.agentId, message), cameMs]);
    conversation = { conversation_id: sent.conversation_id };
    return endMs - startMs;
  };
}
