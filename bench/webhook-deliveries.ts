/** Webhook deliveries per second, signed and recorded, beside a bare axios loop against the same receiver. */
import type { BarePostsCalls } from './support/bare-posts-program.js';
import { deliveryRate } from './support/delivery-rate.js';
import { startDispatcherLoad } from './support/dispatcher-load.js';
import { Program } from './support/program.js';
import { printBeside, printTable, say } from './support/report.js';
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
  const port = await receiver.ask('listen', undefined);
  const bare = Program.start<BarePostsCalls>('bare-posts-program.js', leftovers);
  const dispatcher = await startDispatcherLoad({ receiver, port, agents: AGENTS }, leftovers);

  async function bareRound(): Promise<number> {
    await receiver.ask('take', undefined);
    const count = AGENTS * PER_AGENT;
    await bare.ask('post', { url: `http://127.0.0.1:${port}/bare`, count, concurrency: CONCURRENCY });
    return deliveryRate((await receiver.ask('take', undefined)).arrivals);
  }

  const contenders = [
    { name: 'bare axios loop', round: bareRound, cpuMs: () => bare.cpuMs() },
    {
      name: 'dispatcher',
      round: () => dispatcher.round(PER_AGENT),
      cpuMs: async () => dispatcher.cpuMs(),
    },
  ].map((contender) => ({ ...contender, rates: [] as number[], cpuUs: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, round: measure, cpuMs, rates, cpuUs } of contenders) {
      const beforeMs = await cpuMs();
      const rate = await measure();
      say(`${name}: ${Math.round(rate).toLocaleString('en-US')}/s`);
      // The first round warms up.
      if (round === 0) continue;
      rates.push(rate);
      cpuUs.push((((await cpuMs()) - beforeMs) * 1_000) / (AGENTS * PER_AGENT));
    }
  }

  const bareRate = median(contenders[0]?.rates ?? []);
  printTable(
    `Deliveries to one receiver, ${AGENTS} agents, ${CONCURRENCY} at once, median of ${ROUNDS} rounds`,
    ['', 'deliveries/s', 'of bare', 'CPU µs'],
    contenders.map(({ name, rates, cpuUs }) => [
      name,
      median(rates),
      ratioOf(median(rates), bareRate),
      median(cpuUs),
    ]),
  );
  printBeside('dispatcher, beside a bare axios loop', {
    figure: median(contenders[1]?.rates ?? []),
    peer: bareRate,
    target: `at least ${TARGET_RATIO} times`,
    isMet: (ratio) => ratio >= TARGET_RATIO,
  });
});
