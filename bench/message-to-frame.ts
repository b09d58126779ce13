/** From before the POST of a message to its frame, at light load, beside BullMQ's add -> start. */
import { once } from 'node:events';
import { sleep } from '@svc/runtime';
import { Person } from '@svc/testkit';
import { connectAgent } from './support/agent-socket.js';
import { bullmqStarts } from './support/bullmq.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { startProduct, startServices } from './support/services.js';
import type { ProductUrls } from './support/services.js';
import { percentile, ratioOf, spread } from './support/statistics.js';

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
    way('all in one', await exchangeOver(await startProduct('all-in-one', leftovers), leftovers)),
    way('gateway and hub', await exchangeOver(await startServices(leftovers), leftovers)),
    way(
      'services behind the edge proxy',
      await exchangeOver(await startProduct('services', leftovers), leftovers),
    ),
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
    all.map(({ name, timesMs }) => [name, spread(timesMs)]),
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

async function exchangeOver({ gatewayUrl, hubUrl }: ProductUrls, leftovers: Leftovers): Promise<Exchange> {
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
