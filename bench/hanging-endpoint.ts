/** What an endpoint that takes requests and never answers costs the other agents' deliveries. */
import { startDispatcherLoad } from './support/dispatcher-load.js';
import { Program } from './support/program.js';
import { printTable, printTarget } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';
import type { WebhookReceiverCalls } from './support/webhook-receiver-program.js';

const AGENTS = 50;
const PER_AGENT = 200;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const COST_PERCENT_MAX = 5;

await runBench(async (leftovers) => {
  const receiver = Program.start<WebhookReceiverCalls>('webhook-receiver-program.js', leftovers);
  const urls = await receiver.ask('listen', undefined);
  const load = async (name: string, hangingAgents: number) => ({
    name,
    ...(await startDispatcherLoad({ receiver, urls, agents: AGENTS, hangingAgents }, leftovers)),
  });
  const alone = await load('alone', 0);
  const beside = await load(`beside one endpoint that hangs, with ${PER_AGENT} events a round of its own`, 1);
  const contenders = [alone, beside];
  const rates = await interleaved(contenders, { rounds: ROUNDS, measure: ({ round }) => round(PER_AGENT) });
  printTable(
    `Deliveries to ${AGENTS} agents that answer, median of ${ROUNDS} rounds`,
    ['', 'deliveries/s'],
    contenders.map((contender) => [contender.name, median(rates(contender))]),
  );
  // Each pair is compared by itself.
  const cost = 1 - median(rates(beside).map((rate, round) => ratioOf(rate, rates(alone)[round] ?? NaN)));
  printTarget('cost to the others, median of the pairs', cost * 100, { unit: '%', atMost: COST_PERCENT_MAX });
});
