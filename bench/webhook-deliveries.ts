/** Webhook deliveries per second, signed and recorded, beside a bare axios loop against the same receiver. */
import type { BarePostsCalls } from './support/bare-posts-program.js';
import { startDispatcherLoad } from './support/dispatcher-load.js';
import { Program } from './support/program.js';
import { printTable, printTarget } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';
import type { WebhookReceiverCalls } from './support/webhook-receiver-program.js';

const AGENTS = 50;
const PER_AGENT = 200;
/** What the dispatcher's default of four attempts per agent comes to. */
const CONCURRENCY = AGENTS * 4;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TARGET_RATIO = 0.7;

await runBench(async (leftovers) => {
  const receiver = Program.start<WebhookReceiverCalls>('webhook-receiver-program.js', leftovers);
  const urls = await receiver.ask('listen', undefined);
  const axios = Program.start<BarePostsCalls>('bare-posts-program.js', leftovers);
  const load = await startDispatcherLoad({ receiver, urls, agents: AGENTS }, leftovers);
  const bare = {
    name: 'bare axios loop',
    async round(): Promise<number> {
      await axios.ask('post', { url: urls.url, count: AGENTS * PER_AGENT, concurrency: CONCURRENCY });
      return (await receiver.ask('take', undefined)).perSecond;
    },
    cpuMs: () => axios.cpuMs(),
  };
  const dispatcher = {
    name: 'dispatcher',
    round: () => load.round(PER_AGENT),
    cpuMs: async () => load.cpuMs(),
  };
  const contenders = [bare, dispatcher];
  const measured = await interleaved(contenders, {
    rounds: ROUNDS,
    async measure({ round, cpuMs }) {
      const beforeMs = await cpuMs();
      const perSecond = await round();
      return { perSecond, cpuUs: (((await cpuMs()) - beforeMs) * 1_000) / (AGENTS * PER_AGENT) };
    },
  });
  const middle = (contender: typeof bare, figure: 'perSecond' | 'cpuUs'): number =>
    median(measured(contender).map((round) => round[figure]));
  const bareRate = middle(bare, 'perSecond');
  printTable(
    `Deliveries to one receiver, ${AGENTS} agents, ${CONCURRENCY} at once, median of ${ROUNDS} rounds`,
    ['', 'deliveries/s', 'of bare', 'CPU µs'],
    contenders.map((contender) => [
      contender.name,
      middle(contender, 'perSecond'),
      ratioOf(middle(contender, 'perSecond'), bareRate),
      middle(contender, 'cpuUs'),
    ]),
  );
  const ratio = ratioOf(middle(dispatcher, 'perSecond'), bareRate);
  printTarget('dispatcher, beside a bare axios loop', ratio, { unit: 'times', atLeast: TARGET_RATIO });
});
