import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, Person } from '@svc/testkit';
import type { FaultBench } from './fault-bench.js';
import { RunAgents } from './run-agents.js';
import type { RunAgentsOptions } from './run-agents.js';
import { RunBook } from './run-book.js';
import { disagreements } from './stored-runs.js';
import { TaskMinute } from './task-minute.js';
import { TriggerCaller } from './trigger-caller.js';

interface RunDrillOptions {
  /** Tasks that come due, evenly spread over a time, in milliseconds. */
  tasks: number;
  spreadMs: number;
  /** What goes wrong meanwhile. Resolves when it is over; the drill lasts at least as long as the tasks. */
  strike: () => Promise<void>;
  /** Default: some on every channel. */
  agents?: RunAgentsOptions;
  /** Whether agents poll in the end what was not pushed. Default true; else everything has to be pushed. */
  isPolled?: boolean;
}

/** Time to begin with everything else before the first task is due, in milliseconds. */
const LEAD_MS = 3_000;
const CALLERS = { count: 8, intervalMs: 100 };
const AGENTS = { sockets: 12, webhooks: 8, pollers: 4 };
/** How long it may take, once nothing goes wrong any more, until nothing is on its way, in milliseconds. */
const SETTLED_MS_MAX = 180_000;

/**
 * Tasks come due and triggers are called while something goes wrong. Then every agent polls what was not
 * pushed, and the books of the outside are held against the database: `problems` is empty if all is well.
 */
export async function drillRuns(bench: FaultBench, options: RunDrillOptions) {
  const book = new RunBook();
  const minute = new TaskMinute(bench.databaseUrl);
  // A person of its own, so that no quota is met.
  const person = await Person.signUp(bench.services.url);
  const agents = await RunAgents.open(person, book, options.agents ?? AGENTS);
  try {
    const callers = await openCallers(bench.services.url, agents, book);
    const { tasks: count, spreadMs } = options;
    const planned = await minute.plan({ agentIds: agents.ids, count, startsInMs: LEAD_MS, spreadMs });
    for (const caller of callers) caller.start();
    await Promise.all([options.strike(), sleep(LEAD_MS + spreadMs)]);
    await Promise.all(callers.map((caller) => caller.stop()));
    await bench.services.allReady();
    await settle(minute, agents.ids, count);
    if (options.isPolled === false) await arrival(minute, agents.ids, book);
    else await agents.pollEverything();
    const stored = await minute.runs(agents.ids);
    return { problems: disagreements({ planned, stored, book }), stored, book };
  } finally {
    await agents.close();
  }
}

async function openCallers(baseUrl: string, { agents }: RunAgents, book: RunBook): Promise<TriggerCaller[]> {
  const tasks = await Promise.all(agents.map((agent) => agent.tasks.createTriggered()));
  const triggerIds = tasks.map(({ trigger_id }) => trigger_id);
  let payloads = 0;
  const nextPayload = (): number => (payloads += 1);
  const { intervalMs } = CALLERS;
  const options = { baseUrl, triggerIds, book, nextPayload, intervalMs };
  return Array.from({ length: CALLERS.count }, () => new TriggerCaller(options));
}

/** Resolves once every task has fired and no event is on its way. */
async function settle(minute: TaskMinute, agentIds: string[], count: number): Promise<void> {
  const waitMsMax = SETTLED_MS_MAX;
  const fired = () => minute.firedCount(agentIds);
  await eventually(fired, (runs) => runs >= count, { what: `${count} tasks to fire`, waitMsMax });
  const pending = () => minute.pendingEvents();
  await eventually(pending, (events) => events === 0, { what: 'no event to be pending', waitMsMax });
}

/** Resolves once every run has reached its agent, whoever is late with a frame. */
async function arrival(minute: TaskMinute, agentIds: string[], book: RunBook): Promise<void> {
  const { length: count } = await minute.runs(agentIds);
  const arrived = async () => book.runs.size;
  const what = `${count} runs to be pushed`;
  await eventually(arrived, (size) => size >= count, { what, waitMsMax: SETTLED_MS_MAX });
}
