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

interface Figures {
  name: string;
  answersPerSecond: number;
  startsPerSecond: number;
  light: Times;
}

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
        answersPerSecond: (count * 1_000) / tookMs(startMs, endMs),
        startsPerSecond: (count * 1_000) / tookMs(startMs, begunMs),
        light: await contender.pace(LIGHT),
      };
    },
  });
  const figuresOf = (contender: Contender): Figures => {
    const rounds = measured(contender);
    return {
      name: contender.name,
      answersPerSecond: median(rounds.map((round) => round.answersPerSecond)),
      startsPerSecond: median(rounds.map((round) => round.startsPerSecond)),
      light: together(rounds.map((round) => round.light)),
    };
  };
  const all = [...ours, peer].map(figuresOf);
  const half = new Map<string, Times>();
  for (const contender of ours) half.set(contender.name, await atHalfLoad(contender, figuresOf(contender)));

  printTable(
    `Per second, ${FLOOD.atOnce} callers, median of ${ROUNDS} rounds of ${FLOOD.durationMs / 1_000} s`,
    all.map((figures) => [
      figures.name,
      { answered: figures.answersPerSecond, begun: figures.startsPerSecond },
    ]),
  );
  printTimes(
    `Milliseconds at ${LIGHT.perSecond} per second`,
    all.map(({ name, light }) => [name, light]),
  );
  printTimes('Milliseconds at half of what it can take', [...half]);
  const bullmq = figuresOf(peer);
  for (const [name, times] of half)
    printTargets(all.find((each) => each.name === name) as Figures, times, bullmq);
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

async function atHalfLoad(contender: Contender, { answersPerSecond }: Figures): Promise<Times> {
  const rounds: Times[] = [];
  while (rounds.length < ROUNDS) {
    say(`half load, round ${rounds.length + 1} of ${ROUNDS}: ${contender.name}`);
    rounds.push(await contender.pace({ perSecond: answersPerSecond / 2, count: HALF_LOAD_COUNT }));
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

function printTargets({ name, answersPerSecond, light }: Figures, half: Times, bullmq: Figures): void {
  const p = (share: number, timesMs: readonly number[]): number => percentile(timesMs, share);
  const unit = 'times';
  const rate = ratioOf(answersPerSecond, bullmq.startsPerSecond);
  printTarget(`${name}, POST -> 200 per second, beside BullMQ end to end`, rate, {
    unit,
    atLeast: RATE_RATIO_MIN,
  });
  const spread = ratioOf(p(0.99, half.answersMs), p(0.5, half.answersMs));
  printTarget(`${name}, POST -> 200 at half load, p99 beside p50`, spread, {
    unit,
    under: HALF_LOAD_SPREAD_MAX,
  });
  const what = `${name}, POST -> frame at light load`;
  const start = ratioOf(p(0.5, light.startsMs), p(0.5, bullmq.light.startsMs));
  printTarget(`${what}, p50 beside BullMQ's call -> start`, start, { unit, atMost: START_RATIO_MAX });
  printTarget(`${what}, p99`, p(0.99, light.startsMs), { unit: 'ms', under: START_P99_MS_MAX });
}
