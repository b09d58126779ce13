/** Triggers per second, and how soon they are answered and at the agent, beside a queue's add -> start. */
import { Person } from '@svc/testkit';
import { bullmqContender } from './support/bullmq.js';
import type { Contender, Times } from './support/load.js';
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
const LIGHT = { perSecond: 50, count: 200 };
/** At half load, calls of one round. */
const HALF_LOAD_COUNT = 4_000;
const RATE_RATIO_MIN = 0.45;
const START_RATIO_MAX = 2;
const START_P99_MS_MAX = 25;
const HALF_LOAD_SPREAD_MAX = 5;

await runBench(async (leftovers) => {
  const services = await startServices(leftovers);
  const allInOne = await startProduct('all-in-one', leftovers);
  const ours = [
    await triggersOf('trigger-intake and hub', services, leftovers),
    await triggersOf('all in one', allInOne, leftovers),
  ];
  const peer = await bullmqContender(leftovers);
  const measured = await interleaved([...ours, peer], {
    rounds: ROUNDS,
    async measure(contender) {
      const { count, startMs, endMs, begunMs } = await contender.flood(FLOOD);
      return {
        answered: (count * 1_000) / tookMs(startMs, endMs),
        begun: (count * 1_000) / tookMs(startMs, begunMs),
        light: await contender.pace(LIGHT),
      };
    },
  });
  const rate = (contender: Contender, figure: 'answered' | 'begun'): number =>
    median(measured(contender).map((round) => round[figure]));
  const light = (contender: Contender) => together(measured(contender).map((round) => round.light));
  const half = new Map<Contender, Times>();
  for (const contender of ours)
    half.set(contender, await atHalfLoad(contender, rate(contender, 'answered') / 2));

  const all = [...ours, peer];
  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    all.map((each) => [each.name, { answered: rate(each, 'answered'), begun: rate(each, 'begun') }]),
  );
  printTimes(
    `Milliseconds at ${LIGHT.perSecond} per second`,
    all.map((each) => [each.name, light(each)]),
  );
  printTimes(
    'Milliseconds at half of what it can take',
    [...half].map(([each, times]) => [each.name, times]),
  );
  const unit = 'times';
  for (const [each, { answersMs }] of half) {
    const ratio = ratioOf(rate(each, 'answered'), rate(peer, 'begun'));
    const atLeast = RATE_RATIO_MIN;
    printTarget(`${each.name}, POST -> 200 per second, beside BullMQ end to end`, ratio, { unit, atLeast });
    const spread = ratioOf(percentile(answersMs, 0.99), percentile(answersMs, 0.5));
    const under = HALF_LOAD_SPREAD_MAX;
    printTarget(`${each.name}, POST -> 200 at half load, p99 beside p50`, spread, { unit, under });
    const { startsMs } = light(each);
    const start = ratioOf(percentile(startsMs, 0.5), percentile(light(peer).startsMs, 0.5));
    const what = `${each.name}, POST -> frame at light load`;
    printTarget(`${what}, p50 beside BullMQ's call -> start`, start, { unit, atMost: START_RATIO_MAX });
    printTarget(`${what}, p99`, percentile(startsMs, 0.99), { unit: 'ms', under: START_P99_MS_MAX });
  }
});

/** Callers and agents in a third process. Each agent has a task with a trigger. */
async function triggersOf(
  name: string,
  { gatewayUrl, ...urls }: ProductUrls,
  leftovers: Leftovers,
): Promise<Contender> {
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

async function atHalfLoad(contender: Contender, perSecond: number): Promise<Times> {
  const rounds: Times[] = [];
  while (rounds.length < ROUNDS) {
    say(`half load, round ${rounds.length + 1} of ${ROUNDS}: ${contender.name}`);
    rounds.push(await contender.pace({ perSecond, count: HALF_LOAD_COUNT }));
  }
  return together(rounds);
}

function together(rounds: readonly Times[]): Times {
  return {
    answersMs: rounds.flatMap(({ answersMs }) => answersMs),
    startsMs: rounds.flatMap(({ startsMs }) => startsMs),
  };
}

function printTimes(title: string, all: readonly [name: string, times: Times][]): void {
  const lines = all.flatMap(([name, { answersMs, startsMs }]) => [
    [`${name}, call -> answer`, spread(answersMs)] as const,
    [`${name}, call -> start`, spread(startsMs)] as const,
  ]);
  printTable(title, lines);
}
