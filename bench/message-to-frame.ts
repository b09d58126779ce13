/**
 * From before the POST of a message to its frame, at light load, beside BullMQ's add -> start, and beside the
 * least that a message can cost.
 */
import { once } from 'node:events';
import { sleep } from '@svc/runtime';
import { httpCall, Person } from '@svc/testkit';
import { WebSocket } from 'ws';
import { connectAgent } from './support/agent-socket.js';
import type { BareMessagesCalls } from './support/bare-messages-program.js';
import { bullmqStarts } from './support/bullmq.js';
import { Program } from './support/program.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { openScratch } from './support/scratch.js';
import { startProduct, startServices } from './support/services.js';
import type { ProductUrls } from './support/services.js';
import { percentile, ratioOf, spread } from './support/statistics.js';

const PER_SECOND = 50;
/** Of one way before the next has its turn, so that what else the machine does weighs on all alike. */
const BLOCK = 100;
const BLOCKS = Number(process.env['BENCH_ROUNDS'] ?? 10);
/** Blocks left out at the beginning, while the processes compile their code. */
const WARM_UP_BLOCKS = 2;
const P99_MS_MAX = 25;
const TEXT = 'What came in since yesterday?';
/** Longer than any frame should take, in milliseconds. */
const FRAME_MS_MAX = 10_000;

/** Sends one message, and resolves with the milliseconds from before its POST to its frame at the agent. */
type Exchange = () => Promise<number>;

await runBench(async (leftovers) => {
  const way = (name: string, exchange: Exchange) => ({ name, exchange, timesMs: [] as number[] });
  const peer = way('BullMQ, add -> start', await bullmqStarts(leftovers));
  const bare = way('bare: node:http, one INSERT, ws', await bareExchange(leftovers));
  const allInOne = await exchangeOver(await startProduct('all-in-one', leftovers), leftovers);
  const services = await exchangeOver(await startServices(leftovers), leftovers);
  const proxied = await exchangeOver(await startProduct('services', leftovers), leftovers);
  const ours = [
    { ...way('all in one', allInOne), atMost: 1.6 },
    { ...way('gateway and hub', services), atMost: 2.2 },
    { ...way('services behind the edge proxy', proxied), atMost: 2.6 },
  ];
  const all = [peer, bare, ...ours];
  for (let block = 0; block < WARM_UP_BLOCKS + BLOCKS; block += 1) {
    say(`block ${block + 1} of ${WARM_UP_BLOCKS + BLOCKS}`);
    for (const { exchange, timesMs } of all) {
      const measured = await oneAtATime(exchange);
      if (block >= WARM_UP_BLOCKS) timesMs.push(...measured);
    }
  }

  printTable(
    `Milliseconds, ${BLOCKS * BLOCK} one at a time, ${PER_SECOND} per second`,
    all.map(({ name, timesMs }) => [name, spread(timesMs)]),
  );
  for (const { name, timesMs, atMost } of ours) {
    const [p50, bareP50, peerP50] = [timesMs, bare.timesMs, peer.timesMs].map((ms) => percentile(ms, 0.5));
    const what = `${name}, message -> frame`;
    const ofPeer = ratioOf(p50 ?? 0, peerP50 ?? 0);
    printTarget(`${what}, p50 beside BullMQ's add -> start`, ofPeer, { unit: 'times', atMost });
    console.log(`  ${ratioOf(p50 ?? 0, bareP50 ?? 0).toFixed(2)} times the bare one`);
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

async function exchangeOver({ gatewayUrl, hubUrl }: ProductUrls, leftovers: Leftovers): Promise<Exchange> {
  const person = await Person.signUp(gatewayUrl);
  const agent = await person.createAgent();
  const socket = await connectAgent(hubUrl, agent);
  leftovers.later(async () => socket.terminate());
  let conversation: { conversation_id?: string } = {};

  return async () => {
    const frame = nextFrame(socket);
    const startMs = performance.now();
    const [sent, cameMs] = await Promise.all([
      person.send(agent.agentId, { text: TEXT, ...conversation }),
      frame,
    ]);
    conversation = { conversation_id: sent.conversation_id };
    return cameMs - startMs;
  };
}

async function bareExchange(leftovers: Leftovers): Promise<Exchange> {
  const { databaseUrl } = await openScratch(leftovers);
  const url = await new Program<BareMessagesCalls>('bare-messages-program.js', leftovers).ask(
    'listen',
    databaseUrl,
  );
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  leftovers.later(async () => socket.terminate());
  return async () => {
    const frame = nextFrame(socket);
    const startMs = performance.now();
    const [, cameMs] = await Promise.all([httpCall(url, { body: { text: TEXT } }), frame]);
    return cameMs - startMs;
  };
}

/** Resolves with the moment at which it comes. */
async function nextFrame(socket: WebSocket): Promise<number> {
  await once(socket, 'message', { signal: AbortSignal.timeout(FRAME_MS_MAX) });
  return performance.now();
}
