import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, httpCall, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import type { FaultBench } from './fault-bench.js';
import { Listeners } from './listeners.js';
import type { SocketOptions } from './reconnecting-agent.js';
import { RunBook } from './run-book.js';
import type { TriggerAnswer } from './run-book.js';
import { TaskMinute } from './task-minute.js';

interface RunDrillOptions {
  /** Tasks that come due, evenly spread over a time, in milliseconds. */
  tasks: number;
  spreadMs: number;
  /** What goes wrong meanwhile. Resolves when it is over; the drill lasts at least as long as the tasks. */
  strike: () => Promise<void>;
  /** How many agents have a socket, a webhook, and neither. Default: some on every channel. */
  agents?: typeof AGENTS;
  socketOptions?: SocketOptions;
  /** Whether agents poll in the end what was not pushed. Default true; else everything has to be pushed. */
  isPolled?: boolean;
}

/** Time to begin with everything else before the first task is due, in milliseconds. */
const LEAD_MS = 3_000;
/** External systems, the time from one payload of theirs to the next, and after a call that was not taken. */
const CALLERS = { count: 8, intervalMs: 100, refusedPauseMs: 100 };
/** Every so many payloads one is sent again though it was answered. */
const REPEATED_EVERY = 4;
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
  const listeners = new Listeners(person, ({ agentId }, { run_id, task_id }, eventId) =>
    book.arrive({ runId: String(run_id), taskId: String(task_id), agentId }, eventId),
  );
  try {
    const agents = await openAgents(person, listeners, options);
    const ids = agents.map(({ agentId }) => agentId);
    const urls = await Promise.all(
      agents.map(
        async ({ tasks }) => `${bench.services.url}/webhook/${(await tasks.createTriggered()).trigger_id}`,
      ),
    );
    const { tasks: count, spreadMs } = options;
    const planned = await minute.plan({ agentIds: ids, count, startsInMs: LEAD_MS, spreadMs });
    const over = new AbortController();
    const called = callTriggers(urls, book, over.signal);
    await Promise.all([options.strike(), sleep(LEAD_MS + spreadMs)]).finally(() => over.abort());
    await called;
    await bench.services.allReady();
    const fired = () => minute.firedCount(ids);
    await until(`${count} tasks to fire`, fired, (runs) => runs >= count);
    await until(
      'no event to be pending',
      () => minute.pendingEvents(),
      (events) => events === 0,
    );
    if (options.isPolled !== false) await Promise.all(agents.map((agent) => pollEverything(agent, book)));
    const stored = await minute.runs(ids);
    // Whoever is late with a frame.
    if (options.isPolled === false)
      await until(
        'all runs to be pushed',
        async () => book.arrivals.size,
        (size) => size >= stored.length,
      );
    return {
      problems: book.disagreements(planned, stored),
      runs: stored.length,
      payloads: book.payloads.size,
    };
  } finally {
    await listeners.close();
  }
}

function until(what: string, count: () => Promise<number>, isEnough: (count: number) => boolean) {
  return eventually(count, isEnough, { what, waitMsMax: SETTLED_MS_MAX });
}

async function openAgents(
  person: Person,
  listeners: Listeners,
  options: RunDrillOptions,
): Promise<AgentClient[]> {
  const { sockets, webhooks, pollers } = options.agents ?? AGENTS;
  const agents: AgentClient[] = [];
  for (let index = 0; index < sockets; index += 1)
    agents.push(await listeners.atSocket(options.socketOptions));
  for (let index = 0; index < webhooks; index += 1) {
    const agent = await listeners.atWebhook();
    // Half of them get their triggers pushed as well as polled.
    await person.changeAgent(agent.agentId, { push_triggers_to_webhook: index % 2 === 0 });
    agents.push(agent);
  }
  for (let index = 0; index < pollers; index += 1) agents.push(await person.createAgent());
  return agents;
}

/** External systems call triggers at a steady rate. Resolves after the end, once the last call is answered. */
async function callTriggers(urls: readonly string[], book: RunBook, end: AbortSignal): Promise<void> {
  let payloads = 0;
  const { count, intervalMs } = CALLERS;
  const caller = async (): Promise<void> => {
    while (!end.aborted) {
      const startedAtMs = performance.now();
      const payload = (payloads += 1);
      for (let times = payload % REPEATED_EVERY === 0 ? 2 : 1; times > 0; times -= 1)
        await callUntilAnswered(urls[payload % urls.length] ?? '', payload, book);
      await sleep(Math.max(0, intervalMs - (performance.now() - startedAtMs)));
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
}

async function callUntilAnswered(url: string, payload: number, book: RunBook): Promise<void> {
  for (;;) {
    const answer = await httpCall(url, { body: { number: payload } }).catch(() => null);
    if (answer?.status === 200) return book.answer(payload, answer.body as TriggerAnswer);
    // Whoever knows the URL of a task that exists must never be told that there is none.
    if (answer !== null && answer.status < 500 && answer.status !== 429)
      return book.refuse(payload, `${answer.status} ${answer.bytes.toString('utf8')}`);
    await sleep(CALLERS.refusedPauseMs);
  }
}

/** Polls what was not pushed until nothing is left, and starts what is due. */
async function pollEverything({ agentId, tasks }: AgentClient, book: RunBook): Promise<void> {
  for (let due = await tasks.due(); due.length > 0; due = await tasks.due())
    for (const { id: taskId } of due)
      book.arrive({ runId: await tasks.start(taskId), taskId, agentId }, null);
  for (let all = await tasks.pendingTriggers(); all.length > 0; all = await tasks.pendingTriggers())
    for (const { id, run_id: runId, task_id: taskId } of all) book.arrive({ runId, taskId, agentId }, id);
}
