import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import { FaultBench } from './fault-bench.js';
import { RandomKiller } from './random-killer.js';
import { RunAgents } from './run-agents.js';
import { RunBook } from './run-book.js';
import { disagreements } from './stored-runs.js';
import type { PlannedOccurrence, StoredRun } from './stored-runs.js';
import { TaskMinute } from './task-minute.js';
import { seconds, textTable } from './text-table.js';
import { TriggerCaller } from './trigger-caller.js';

const SUITE_MS_MAX = 900_000;
const TASKS = 20_000;
const MINUTE_MS = 60_000;
/** Time to begin with everything else before the first task is due, in milliseconds. */
const LEAD_MS = 3_000;
const CALLERS = { count: 8, intervalMs: 100 };
const KILL_INTERVAL_MS = 2_000;
/** How long it may take, once nothing is killed any more, until nothing is on its way, in milliseconds. */
const SETTLED_MS_MAX = 180_000;
const KINDS = ['gateway', 'websocket-hub', 'scheduler', 'trigger-intake', 'webhook-dispatcher'];
const SETTINGS = {
  GATEWAYS: '2',
  HUBS: '2',
  DISPATCHERS: '2',
  SCHEDULERS: '3',
  INTAKES: '2',
  WEBHOOK_RETRY_DELAYS_MS: '500,1000,2000',
  WEBHOOK_TIMEOUT_MS: '5000',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  RATE_LIMIT_AGENT_PER_MINUTE: '1000000',
  RATE_LIMIT_USER_PER_MINUTE: '1000000',
  RATE_LIMIT_AUTH_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_PER_MINUTE: '1000000',
  RATE_LIMIT_TRIGGER_ADDRESS_PER_MINUTE: '1000000',
};

describe(`While processes of every kind are killed, ${TASKS} tasks come due within a minute and triggers keep coming`, () => {
  const book = new RunBook();
  let bench: FaultBench;
  let minute: TaskMinute;
  let agents: RunAgents;
  let killer: RandomKiller;
  let planned: PlannedOccurrence[] = [];
  let stored: StoredRun[] = [];
  let reconnects = 0;

  beforeAll(async () => {
    bench = await FaultBench.open(SETTINGS);
    minute = new TaskMinute(bench.databaseUrl);
    const person = await Person.signUp(bench.services.url);
    agents = await RunAgents.open(person, book, { sockets: 12, webhooks: 8, pollers: 4 });
    killer = new RandomKiller(bench.services, KILL_INTERVAL_MS);
  }, SUITE_MS_MAX);

  afterAll(async () => {
    await agents?.close();
    await bench?.close();
  }, SUITE_MS_MAX);

  it(
    'everything is taken in, and in the end nothing is on its way any more',
    async () => {
      const tasks = await Promise.all(agents.agents.map((agent) => agent.tasks.createTriggered()));
      const triggerIds = tasks.map(({ trigger_id }) => trigger_id);
      const agentIds = agents.agents.map(({ agentId }) => agentId);
      const sessions = agents.sessions;
      planned = await minute.plan({ agentIds, count: TASKS, startsInMs: LEAD_MS, spreadMs: MINUTE_MS });
      let payloads = 0;
      const nextPayload = () => (payloads += 1);
      const callers = Array.from({ length: CALLERS.count }, () => {
        const { intervalMs } = CALLERS;
        return new TriggerCaller({ baseUrl: bench.services.url, triggerIds, book, nextPayload, intervalMs });
      });
      for (const caller of callers) caller.start();
      killer.start();
      await new Promise((resolve) => setTimeout(resolve, LEAD_MS + MINUTE_MS));
      await killer.stop();
      await Promise.all(callers.map((caller) => caller.stop()));
      await bench.services.allReady();
      const settled = { waitMsMax: SETTLED_MS_MAX };
      const fired = () => minute.firedCount();
      await eventually(fired, (count) => count >= TASKS, { what: 'all tasks to fire', ...settled });
      const pending = () => minute.pendingEvents();
      await eventually(pending, (count) => count === 0, { what: 'no event to be pending', ...settled });
      reconnects = agents.sessions - sessions;
    },
    SUITE_MS_MAX,
  );

  it(
    'what was not pushed can be polled',
    async () => {
      const states = await minute.eventCounts();
      await agents.pollEverything();
      stored = await minute.runs();
      process.stdout.write(`\n${figures(states)}\n\n`);
    },
    SUITE_MS_MAX,
  );

  it('each occurrence and each distinct payload has exactly one run, and each run has reached its agent', () => {
    const found = disagreements({ planned, stored, book });
    expect({ count: found.length, first: found.slice(0, 20) }).toEqual({ count: 0, first: [] });
    expect(stored).toHaveLength(TASKS + book.payloads.size);
  });

  it('and processes of every kind were killed, and no other ended', () => {
    expect([...killer.kills.keys()].sort()).toEqual([...KINDS].sort());
    expect(bench.services.collapses).toEqual([]);
  });

  function figures(states: Record<string, number>): string {
    const late = stored
      .flatMap(({ scheduledForMs, startedAtMs }) =>
        scheduledForMs === null ? [] : [startedAtMs - scheduledForMs],
      )
      .sort((one, other) => one - other);
    const percentile = (share: number): number => late[Math.floor(share * (late.length - 1))] ?? 0;
    const { answers } = book;
    const killed = [...killer.kills].map(([kind, times]) => `${kind} ${times}`).join(', ');
    return textTable([
      ['runs under fire', ''],
      ['tasks due', String(planned.length)],
      ['runs of tasks', String(late.length)],
      ['late, median', seconds(percentile(0.5))],
      ['late, 99 of 100', seconds(percentile(0.99))],
      ['late, the last', seconds(percentile(1))],
      ['distinct payloads', String(book.payloads.size)],
      ['runs of triggers', String(stored.length - late.length)],
      ['answered triggered', String(answers.triggered)],
      ['answered queued', String(answers.queued)],
      ['answered duplicate', String(answers.duplicate)],
      ['calls unanswered', String(answers.unanswered)],
      ...Object.entries(states).map(([what, count]) => [`events ${what}`, String(count)]),
      ['came by socket', String(book.countOf('socket'))],
      ['came by webhook', String(book.countOf('webhook'))],
      ['came by poll', String(book.countOf('poll'))],
      ['repeats', String(book.repeats)],
      ['sockets opened anew', String(reconnects)],
      ['killed', killed],
    ]);
  }
});
