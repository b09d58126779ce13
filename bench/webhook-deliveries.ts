/** Webhook deliveries per second, signed and recorded, beside a bare axios loop against the same receiver. */
import { toWebhookDue } from '@svc/proto-events';
import { eventually } from '@svc/testkit';
import type { BarePostsCalls } from './support/bare-posts-program.js';
import { countEvents, insertAgents, insertEvents, publishEvents } from './support/fixtures.js';
import { Program } from './support/program.js';
import { printTable, printTarget } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { openBackends } from './support/scratch.js';
import { startService } from './support/services.js';
import { median, ratioOf } from './support/statistics.js';
import type { WebhookReceiverCalls } from './support/webhook-receiver-program.js';

const AGENTS = 50;
const PER_AGENT = 200;
/** What the dispatcher's default of four attempts per agent comes to. */
const CONCURRENCY = AGENTS * 4;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TARGET_RATIO = 0.8;
/** Longer than a round takes, in milliseconds. */
const ROUND_MS_MAX = 120_000;

interface Sender {
  name: string;
  /** Resolves when all deliveries of a round are done. */
  round(): Promise<void>;
  /** CPU time used since the start, in milliseconds. */
  cpuMs(): number;
}

await runBench(async (leftovers) => {
  const receiver = new Program<WebhookReceiverCalls>('webhook-receiver-program.js', leftovers);
  const url = await receiver.ask('listen', undefined);
  const bare = bareLoop(url, leftovers);
  const dispatcher = await startDispatcher(receiver, url, leftovers);
  const senders = [bare, dispatcher];
  const measured = await interleaved(senders, {
    rounds: ROUNDS,
    async measure(sender) {
      const beforeMs = sender.cpuMs();
      await sender.round();
      const { perSecond, unsigned } = await receiver.ask('take', undefined);
      if (unsigned > 0 && sender === dispatcher) throw new Error(`${unsigned} deliveries were not signed`);
      return { perSecond, cpuUs: ((sender.cpuMs() - beforeMs) * 1_000) / (AGENTS * PER_AGENT) };
    },
  });
  const middle = (sender: Sender, figure: 'perSecond' | 'cpuUs'): number =>
    median(measured(sender).map((round) => round[figure]));
  const ratio = (sender: Sender) => ratioOf(middle(sender, 'perSecond'), middle(bare, 'perSecond'));
  printTable(
    `Deliveries to one receiver, ${AGENTS} agents, ${CONCURRENCY} at once, median of ${ROUNDS} rounds`,
    senders.map((sender) => [
      sender.name,
      {
        'deliveries/s': middle(sender, 'perSecond'),
        'of bare': ratio(sender),
        'CPU µs': middle(sender, 'cpuUs'),
      },
    ]),
  );
  const bound = { unit: 'times', atLeast: TARGET_RATIO } as const;
  printTarget('dispatcher, beside a bare axios loop', ratio(dispatcher), bound);
});

function bareLoop(url: string, leftovers: Leftovers): Sender {
  const axios = new Program<BarePostsCalls>('bare-posts-program.js', leftovers);
  return {
    name: 'bare axios loop',
    round: () => axios.ask('post', { url, count: AGENTS * PER_AGENT, concurrency: CONCURRENCY }),
    cpuMs: () => axios.cpuMs(),
  };
}

/** A dispatcher process with backends of its own, with agents whose events it delivers to one receiver. */
async function startDispatcher(
  receiver: Program<WebhookReceiverCalls>,
  url: string,
  leftovers: Leftovers,
): Promise<Sender> {
  const backends = await openBackends(leftovers);
  const agents = await insertAgents(backends, AGENTS, url);
  const dispatcher = startService('webhook-dispatcher', backends.settings, leftovers);
  let seq = 0;
  const openEvents = async () => {
    const [left] = await backends.sql(`SELECT count(*)::int AS count FROM event WHERE state = 'open'`);
    return Number(left?.['count']);
  };
  const within = { what: 'all events to be delivered', waitMsMax: ROUND_MS_MAX };
  return {
    name: 'dispatcher',
    cpuMs: () => dispatcher.cpuMs(),
    async round() {
      const events = await insertEvents(backends, agents, { perAgent: PER_AGENT, firstSeq: seq + 1 });
      seq += PER_AGENT;
      dispatcher.pause();
      await countEvents(backends, seq);
      await publishEvents(backends, toWebhookDue(), events);
      dispatcher.resume();
      await eventually(
        () => receiver.ask('count', undefined),
        (count) => count >= events.length,
        within,
      );
      await eventually(openEvents, (count) => count === 0, within);
    },
  };
}
