/** What an endpoint that takes requests and never answers costs the other agents' deliveries. */
import { startDispatcherLoad } from './support/dispatcher-load.js';
import { Program } from './support/program.js';
import { printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { median, ratioOf } from './support/statistics.js';
import type { WebhookReceiverCalls } from './support/webhook-receiver-program.js';

const AGENTS = 50;
const PER_AGENT = 200;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const COST_MAX = 0.05;

await runBench(async (leftovers) => {
  const receiver = Program.start<WebhookReceiverCalls>('webhook-receiver-program.js', leftovers);
  const port = await receiver.ask('listen', undefined);
  const alone = await startDispatcherLoad({ receiver, port, agents: AGENTS }, leftovers);
  const beside = await startDispatcherLoad({ receiver, port, agents: AGENTS, hangingAgents: 1 }, leftovers);

  const rates = { alone: [] as number[], beside: [] as number[], ratio: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Each pair is compared by itself, and in changing order, so that what else the machine does weighs on both alike.
    const order = round % 2 === 0 ? [alone, beside] : [beside, alone];
    const measured = new Map<typeof alone, number>();
    for (const load of order) measured.set(load, await load.round(PER_AGENT));
    const [without = NaN, withIt = NaN] = [measured.get(alone), measured.get(beside)];
    say(`without ${Math.round(without)}/s, with ${Math.round(withIt)}/s`);
    // The first round warms up.
    if (round === 0) continue;
    rates.alone.push(without);
    rates.beside.push(withIt);
    rates.ratio.push(ratioOf(withIt, without));
  }

  printTable(
    `Deliveries to ${AGENTS} agents that answer, median of ${ROUNDS} rounds`,
    ['', 'deliveries/s'],
    [
      ['alone', median(rates.alone)],
      [`beside one endpoint that hangs, with ${PER_AGENT} events a round of its own`, median(rates.beside)],
    ],
  );
  const cost = 1 - median(rates.ratio);
  printTarget('cost to the others, median of the pairs', {
    figure: `${(cost * 100).toFixed(1)} %`,
    target: `at most ${COST_MAX * 100} %`,
    isMet: cost <= COST_MAX,
  });
});
