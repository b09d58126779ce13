import { QUOTA_DEFAULTS, quotaExceeded } from '@svc/domain';
import type { Quotas } from '@svc/domain';
import { decisionCalls } from '../decisions/decisions.suite.js';
import type { Store } from '../store.js';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { eventTasks, payload } from '../triggers/event-tasks.suite.js';
import { COUNT_KEPT_MS, quotaGuard } from './quota-guard.js';

const bench = useStore();
const { addTask, request } = bench;
const { addTask: addTriggered } = eventTasks(bench);
const MAX = 3;
const ALL_MAX = {
  ...(Object.fromEntries(Object.keys(QUOTA_DEFAULTS).map((name) => [name, MAX])) as Quotas),
  trigger_bytes_waiting_per_agent: 0,
};

/** Two stores, as two processes have them. */
let stores: [Store, Store];
let nowMs = 0;
const passTime = () => (nowMs += COUNT_KEPT_MS);

beforeAll(() => {
  const open = (quotas: Quotas) => bench.open({ quotas, quotaNowMs: () => nowMs });
  stores = [open(ALL_MAX), open(ALL_MAX)];
});

const send = (agent: TestAgent, store: Store, conversationId?: string) =>
  store.messages.writeUserMessage(userMessage(agent, conversationId));

/** Calls until one is refused, which must be for this quota. How many succeeded. */
async function untilRefused(name: keyof Quotas, call: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 10 * MAX; n += 1) {
    try {
      await call(n);
    } catch (error) {
      const { detail } = quotaExceeded(name, ALL_MAX);
      expect(error).toMatchObject({ code: 'quota_exceeded', status: 429, retryAfterSeconds: 60, detail });
      return n;
    }
  }
  throw new Error('No call was refused');
}

async function withTask(): Promise<TestAgent & { taskId: string; conversationId: string }> {
  const agent = await bench.addAgent();
  const { taskId } = await addTask(agent);
  await bench.sql`UPDATE task SET next_run_at = now() - interval '1 second' WHERE id = ${taskId}`;
  const { conversationId, eventId } = await bench.addMessage(agent);
  await bench.store.channels.websocket.receive(eventId);
  return { ...agent, taskId, conversationId };
}

describe('events that wait for an agent that never comes', () => {
  it('pass the quota by no more than another process lets in before it counts again', async () => {
    const { conversationId, ...agent } = await withTask();
    for (const store of stores) await send(agent, store, conversationId);
    const rest = (store: Store) =>
      untilRefused('events_waiting_per_agent', () => send(agent, store, conversationId));
    expect([await rest(stores[0]), await rest(stores[1])]).toEqual([MAX - 1, MAX - 2]);
    passTime();
    expect([await rest(stores[0]), await rest(stores[1])]).toEqual([0, 0]);
  });

  it('do not keep a due task from its run, nor an answer from a request', async () => {
    const { taskId, conversationId, ...agent } = await withTask();
    const asked = await request(agent);
    await untilRefused('events_waiting_per_agent', () => send(agent, stores[0], conversationId));
    const claim = await stores[0].scheduleClaims.claim(10);
    expect(claim.runs.map((run) => run.taskId)).toContain(taskId);
    const { resolve } = decisionCalls({ ...bench, store: stores[0] });
    expect(await resolve(agent, asked.decision.decisionId)).toMatchObject({ outcome: 'ended' });
  });
});

it('triggers that wait for an agent are as many as the quota over all its tasks', async () => {
  const { agentId } = await bench.addAgent();
  const tasks = [await addTriggered(agentId), await addTriggered(agentId)];
  const intake = stores[0].triggerIntake({ dedupWindowMs: 86_400_000 });
  const call = (n: number) =>
    intake.accept({ ...tasks[n % 2]!, payload: payload(`{"n":${n}}`) }).then(({ status }) => status);
  const callAll = async (...calls: number[]) => {
    const statuses: string[] = [];
    for (const n of calls) statuses.push(await call(n));
    return statuses;
  };
  const taken = await callAll(1, 2, 2, 3, 4, 3);
  expect(taken).toEqual(['queued', 'queued', 'duplicate', 'queued', 'agent_full', 'duplicate']);
  await bench.sql`DELETE FROM event WHERE agent_id = ${agentId} AND seq = 1`;
  passTime();
  expect(await callAll(4, 5)).toEqual(['queued', 'agent_full']);
});

it('what is refused by one quota keeps no place in another, and names the first that is used up', async () => {
  const quotas = { ...ALL_MAX, agents_per_user: 1 };
  const { admit } = quotaGuard(bench.openPool(), quotas, () => nowMs);
  const [free, full] = [{ ownerId: await bench.addUser() }, { ownerId: (await bench.addAgent()).ownerId }];
  const agents = { quota: 'agents_per_user' } as const;
  const rules = { quota: 'rules_per_user', more: MAX + 1 } as const;
  const nameIn = (error: Error) => /\((\w+)\)/.exec(error.message)?.[1];
  const refusalOf = (admission: Promise<unknown>) => admission.then(() => null, nameIn);
  expect(await refusalOf(admit({ ...agents, ...full }, { ...rules, ...free }))).toBe('agents_per_user');
  expect(await refusalOf(admit({ ...agents, ...free }, { ...rules, ...free }))).toBe('rules_per_user');
  const takeBack = await admit({ ...agents, ...free });
  expect(await refusalOf(admit({ ...agents, ...free }))).toBe('agents_per_user');
  takeBack();
  await admit({ ...agents, ...free });
});

it('what cannot be counted keeps no place in another quota', async () => {
  const pool = bench.openPool({ options: '-c lock_timeout=10' });
  const { admit } = quotaGuard(pool, { ...ALL_MAX, agents_per_user: 1 }, () => nowMs);
  const ownerId = await bench.addUser();
  const agents = { quota: 'agents_per_user', ownerId } as const;
  const held = await bench.holding('LOCK TABLE conversation IN ACCESS EXCLUSIVE MODE');
  const refused = admit(agents, { quota: 'conversations_per_user', ownerId });
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  await held.commit();
  await admit(agents);
});

it('rules are as many as the quota over all agents, and the request of one more stays open', async () => {
  const ownerId = await bench.addUser();
  const agents = [await bench.addAgent({ ownerId }), await bench.addAgent({ ownerId })];
  const { resolve } = decisionCalls({ ...bench, store: stores[0] });
  const answerOne = async (n: number, alwaysAllowPattern = `a:${n}`) => {
    const { decision } = await request(agents[n % 2]!, { action: `a:${n}` });
    return resolve(agents[n % 2]!, decision.decisionId, { alwaysAllowPattern });
  };
  expect(await untilRefused('rules_per_user', answerOne)).toBe(MAX);
  const page = { userId: ownerId, status: 'pending' as const, limit: 9 };
  expect(await bench.store.decisions.listOf(page)).toHaveLength(1);
  // The agent has this rule already.
  expect(await answerOne(8, 'a:2')).toMatchObject({ outcome: 'ended' });
});
