/** Triggers per second beside a queue's jobs, and how soon they are answered and at the agent. */
import { Person } from '@svc/testkit';
import { bullmqContender } from './support/bullmq.js';
import type { Contender, Pace, Times } from './support/load.js';
import { tookMs } from './support/machine-clock.js';
import { Program } from './support/program.js';
import { printTable, printTarget, say } from './support/report.js';
import { interleaved } from './support/rounds.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';
import { startProduct, startServices } from './support/services.js';
import type { ProductUrls } from './support/services.js';
import { median, percentile, ratioOf, spread } from './support/statistics.js';
import type { TriggerLoadCalls } from './support/trigger-load-program.js';

const AGENTS = 50;

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const FLOOD = { durationMs: 4_000, atOnce: 128 };
/** At half load, calls of one round. */
const HALF_LOAD_COUNT = 4_000;
const HALF_LOAD_SPREAD_MAX = 5;

/** Per second. */
type Rates = Record<'answered' | 'begun', number>;

await runBench(async (leftovers) => {
  const services = await startServices(leftovers);
  const allInOne = await startProduct('all-in-one', leftovers);
  const ours = [
    { ...(await triggersOf('trigger-intake and hub', services, leftovers)), atLeast: 0.45 },
    { ...(await triggersOf('all in one', allInOne, leftovers)), atLeast: 0.5 },
  ];
  const peer = await bullmqContender(leftovers);
  const all = [...ours, peer];
  const measured = await interleaved<Contender, Rates>(all, {
    rounds: ROUNDS,
    async measure(contender) {
      const { count, startMs, endMs, begunMs } = await contender.flood(FLOOD);
      return {
        answered: (count * 1_000) / tookMs(startMs, endMs),
        begun: (count * 1_000) / tookMs(startMs, begunMs),
      };
    },
  });
  const rate = (contender: Contender, figure: keyof Rates): number =>
    median(measured(contender).map((round) => round[figure]));
  const half = new Map<(typeof ours)[number], Times>();
  for (const contender of ours)
    half.set(contender, await atHalfLoad(contender, rate(contender, 'answered') / 2));

  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    all.map((each) => [each.name, { answered: rate(each, 'answered'), begun: rate(each, 'begun') }]),
  );
  printTable(
    'Milliseconds at half of what it can take',
    [...half].flatMap(([{ name }, { answersMs, startsMs }]) => [
      [`${name}, call -> answer`, spread(answersMs)] as const,
      [`${name}, call -> start`, spread(startsMs)] as const,
    ]),
  );
  const unit = 'times';
  for (const [each, { answersMs }] of half) {
    const ratio = ratioOf(rate(each, 'answered'), rate(peer, 'begun'));
    const { name, atLeast } = each;
    printTarget(`${name}, POST -> 200 per second, beside BullMQ end to end`, ratio, { unit, atLeast });
    const spread = ratioOf(percentile(answersMs, 0.99), percentile(answersMs, 0.5));
    const under = HALF_LOAD_SPREAD_MAX;
    printTarget(`${name}, POST -> 200 at half load, p99 beside p50`, spread, { unit, under });
  }
});

interface Triggers extends Contender {
  pace(load: Pace): Promise<Times>;
}

/** Callers and agents in a third process. Each agent has a task with a trigger. */
async function triggersOf(
  name: string,
  { gatewayUrl, ...urls }: ProductUrls,
  leftovers: Leftovers,
): Promise<Triggers> {
  const person = await Person.signUp(gatewayUrl);
  const agents: { agentId: string; secret: string }[] = [];
  const triggerIds: string[] = [];
  while (agents.length < AGENTS) {
    const { agentId, secret, tasks } = await person.createAgent();
    agents.push({ agentId, secret });
    triggerIds.push((await tasks.createTriggered()).trigger_id);
  }
  const load = new Program<TriggerLoadCalls>('trigger-load-program.js', leftovers);
  await load.ask('connect', { ...urls, agents, triggerIds });
  return { name, flood: (flood) => load.ask('flood', flood), pace: (pace) => load.ask('pace', pace) };
}

async function atHalfLoad(contender: Triggers, perSecond: number): Promise<Times> {
  const times: Times = { answersMs: [], startsMs: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`half load, round ${round} of ${ROUNDS}: ${contender.name}`);
    const { answersMs, startsMs } = await contender.pace({ perSecond, count: HALF_LOAD_COUNT });
    times.answersMs.push(...answersMs);
    times.startsMs.push(...startsMs);
  }
  return times;
}
