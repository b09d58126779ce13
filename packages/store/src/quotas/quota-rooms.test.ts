/** @only-in-all Plays many things at once, to find races. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, newAgentSecret, QUOTA_DEFAULTS, QUOTAS } from '@svc/domain';
import type { Quotas } from '@svc/domain';
import { eventTasks, payload } from '../triggers/event-tasks.suite.js';
import { decisionCalls } from '../decisions/decisions.suite.js';
import { openStore } from '../store.js';
import type { Store } from '../store.js';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { request } = decisionCalls(bench);
const { holding, untilWaiting } = lockWaits(bench);
const MAX = 20;
const AT_ONCE = 60;

const ALL_MAX: Quotas = {
  agents_per_user: MAX,
  tasks_per_agent: MAX,
  conversations_per_user: MAX,
  rules_per_user: MAX,
  events_waiting_per_agent: MAX,
  triggers_waiting_per_agent: MAX,
  media_bytes_per_user: MAX,
  media_bytes_per_agent: MAX,
};

interface Owned {
  agentId: string;
  ownerId: string;
}

/** Three stores, as three processes have them. */
let stores: Store[];
const open = (quotas: Quotas) =>
  openStore({ databaseUrl: bench.databaseUrl, box: bench.box, quotas, lockWaitMs: 9_000 });

beforeAll(() => {
  stores = [open(ALL_MAX), open(ALL_MAX), open(ALL_MAX)];
});

afterAll(() => Promise.all(stores.map((store) => store.close())));

function send({ agentId, ownerId }: Owned, store: Store, conversationId?: string) {
  return store.messages.writeUserMessage({
    ...{ messageId: newId('message'), eventId: newId('event'), agentId, userId: ownerId },
    ...{
      conversationId: conversationId ?? newId('conversation'),
      opensConversation: conversationId === undefined,
    },
    ...{
      senderName: 'Ursula',
      text: 'hello',
      imageUrls: [],
      audioUrl: null,
      frame: '{"type":"user_message"}',
    },
  });
}

function answer({ agentId }: Owned, store: Store, conversationId?: string) {
  return store.messages.writeAgentMessage({
    ...{ messageId: newId('message'), agentId, text: 'hello', imageUrls: [], taskRunId: null },
    ...{
      conversationId: conversationId ?? newId('conversation'),
      opensConversation: conversationId === undefined,
    },
    ...{ reportTitle: null, reportDescription: null },
  });
}

/** How many of the calls succeeded; all others must have been refused for the quota. */
async function counted(calls: Promise<unknown>[], refusal: string): Promise<number> {
  const outcomes = await Promise.allSettled(calls);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      code: 'quota_exceeded',
      status: 429,
      detail: refusal,
      retryAfterSeconds: 60,
    });
  }
  return outcomes.length - refused.length;
}

const atOnce = (call: (store: Store, n: number) => Promise<unknown>): Promise<unknown>[] =>
  Array.from({ length: AT_ONCE }, (_, n) => call(stores[n % 3]!, n));
const EVENTS = `At most ${MAX} events wait for an agent (events_waiting_per_agent)`;
const CONVERSATIONS = `A user has at most ${MAX} conversations (conversations_per_user)`;

async function withTask(): Promise<Owned & { taskId: string; conversationId: string }> {
  const agent = await bench.addAgent();
  const taskId = newId('task');
  await bench.sql(
    `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
     VALUES ($1, $2, 'x', 'y', '0 9 * * *', 'scheduled', now() - interval '1 second', now())`,
    [taskId, agent.agentId],
  );
  const { conversationId, eventId } = await bench.addMessage(agent);
  await bench.store.events.markDelivered(eventId, 'websocket');
  return { ...agent, taskId, conversationId };
}

describe('events that wait for an agent that never comes', () => {
  it('are as many as the quota and no more, from messages and runs by hand of several processes at one instant', async () => {
    const { taskId, conversationId, ...agent } = await withTask();
    const calls = atOnce((store, n) =>
      n % 2 === 0 ? send(agent, store, conversationId) : store.runNow.fire({ taskId, userId: agent.ownerId }),
    );
    expect(await counted(calls, EVENTS)).toBe(MAX);
    const [waiting] = await bench.sql('SELECT count(*)::int AS n FROM open_event WHERE agent_id = $1', [
      agent.agentId,
    ]);
    expect(waiting?.['n']).toBe(MAX);
  });

  it('make room when the agent has received some', async () => {
    const { conversationId, ...agent } = await withTask();
    expect(
      await counted(
        atOnce((store) => send(agent, store, conversationId)),
        EVENTS,
      ),
    ).toBe(MAX);
    await bench.sql(
      `DELETE FROM open_event WHERE event_id IN (SELECT event_id FROM open_event WHERE agent_id = $1 ORDER BY seq LIMIT 7)`,
      [agent.agentId],
    );
    expect(
      await counted(
        atOnce((store) => send(agent, store, conversationId)),
        EVENTS,
      ),
    ).toBe(7);
  });

  it('do not keep a due task from its run, nor an answer from a request', async () => {
    const { taskId, conversationId, ...agent } = await withTask();
    const asked = await request(agent);
    expect(
      await counted(
        atOnce((store) => send(agent, store, conversationId)),
        EVENTS,
      ),
    ).toBe(MAX);
    const claim = await stores[0]!.scheduleClaims.claim(10);
    expect(claim.runs.map((run) => run.taskId)).toContain(taskId);
    const resolved = await stores[0]!.decisions.resolve({
      ...{ decisionId: asked.decision.decisionId, userId: agent.ownerId, status: 'approved', note: null },
      ...{ answer: null, alwaysAllowPattern: null },
    });
    expect(resolved?.outcome).toBe('ended');
  });

  it('do not count for another agent, nor without a quota', async () => {
    const { conversationId, ...agent } = await withTask();
    const unbounded = open({ ...QUOTA_DEFAULTS, events_waiting_per_agent: 0 });
    expect(
      await counted(
        atOnce((store) => send(agent, store, conversationId)),
        EVENTS,
      ),
    ).toBe(MAX);
    expect(await send(agent, unbounded, conversationId)).not.toBeNull();
    await unbounded.close();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    expect(await send(other, stores[0]!)).not.toBeNull();
  });

  it('refuse nobody whose message is for no conversation of theirs', async () => {
    const agent = await bench.addAgent();
    expect(await send(agent, stores[0]!, newId('conversation'))).toBeNull();
    expect(await send({ ...agent, ownerId: await bench.addUser() }, stores[0]!)).toBeNull();
  });
});

describe('triggers that wait for an agent', () => {
  const WINDOW = { dedupWindowMs: 86_400_000 };
  const { addTask } = eventTasks(bench);

  async function callsOf(agentId: string, over: { quotas?: Quotas; count: number; policy?: 'drop_oldest' }) {
    const tasks = [await addTask(agentId), await addTask(agentId), await addTask(agentId)];
    const opened = over.quotas === undefined ? [] : [open(over.quotas), open(over.quotas)];
    const policy = over.policy === undefined ? {} : { waitingPolicy: over.policy };
    const intakes = (opened.length > 0 ? opened : stores).map((store) =>
      store.triggerIntake({ ...WINDOW, ...policy }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: over.count }, (_, n) =>
        intakes[n % intakes.length]!.accept({
          triggerHash: tasks[n % 3]!.triggerHash,
          payload: payload(`{"n":${n},"id":"${newId('event')}"}`),
        }),
      ),
    );
    await Promise.all(opened.map((store) => store.close()));
    const statuses = outcomes.map(({ status }) => status);
    return {
      taken: statuses.filter((status) => status === 'queued').length,
      refused: statuses.filter((status) => status === 'agent_full').length,
    };
  }

  const waiting = async (agentId: string) =>
    Number(
      (await bench.sql('SELECT count(*)::int AS n FROM open_event WHERE agent_id = $1', [agentId]))[0]?.['n'],
    );

  it('are as many as the quota and no more, over all its tasks and several processes, and make room when they are taken', async () => {
    for (const policy of [undefined, 'drop_oldest'] as const) {
      const { agentId } = await bench.addAgent();
      expect(await callsOf(agentId, { count: 90, ...(policy && { policy }) })).toEqual({
        taken: MAX,
        refused: 70,
      });
      expect(await waiting(agentId)).toBe(MAX);
      await bench.sql(
        `DELETE FROM open_event WHERE event_id IN (SELECT event_id FROM open_event WHERE agent_id = $1 ORDER BY seq LIMIT 6)`,
        [agentId],
      );
      expect((await callsOf(agentId, { count: 12 })).taken).toBe(6);
    }
  });

  it('keep no call waiting that came with theirs, while they are counted anew or their places are held', async () => {
    const [busy, calm] = [await bench.addAgent(), await bench.addAgent()];
    await callsOf(busy.agentId, { count: MAX + 1 });
    // Whoever waited for the lock would wait until the statement is broken off after ten seconds, which is longer than the test may take.
    const { databaseUrl, box } = bench;
    const patient = openStore({ databaseUrl, box, quotas: ALL_MAX, lockWaitMs: 60_000 });
    const intake = patient.triggerIntake(WINDOW);
    const [full, free] = [await addTask(busy.agentId), await addTask(calm.agentId)];
    const call = ({ triggerHash }: { triggerHash: Buffer }) =>
      intake.accept({ triggerHash, payload: payload(`{"id":"${newId('event')}"}`) });
    // Its own first count is over.
    expect((await call(free)).status).toBe('queued');
    // The last count is long ago, so the next call counts, and waits here.
    await bench.sql(`UPDATE trigger_room SET counted_at = now() - interval '1 hour' WHERE agent_id = $1`, [
      busy.agentId,
    ]);
    const counting = await holding('SELECT 1 FROM trigger_room WHERE agent_id = $1 FOR UPDATE', [
      busy.agentId,
    ]);
    let isAnswered = false;
    const refused = Promise.all([call(full), call(full)]).finally(() => (isAnswered = true));
    expect((await call(free)).status).toBe('queued');
    await untilWaiting(1);
    expect((await Promise.all([call(free), call(free)])).map(({ status }) => status)).toEqual([
      'queued',
      'queued',
    ]);
    expect(isAnswered).toBe(false);
    await counting.commit();
    expect((await refused).map(({ status }) => status)).toEqual(['agent_full', 'agent_full']);
    await patient.close();
  });

  it('never pass a quota that they were far from', async () => {
    const { agentId } = await bench.addAgent();
    const quotas = { ...QUOTA_DEFAULTS, triggers_waiting_per_agent: 1_300 };
    const outcome = await callsOf(agentId, { quotas, count: 1_600 });
    expect(await waiting(agentId)).toBe(outcome.taken);
    expect(outcome.taken).toBe(1_300);
    const unbounded = { ...QUOTA_DEFAULTS, triggers_waiting_per_agent: 0 };
    expect(await callsOf(agentId, { quotas: unbounded, count: 30 })).toEqual({ taken: 30, refused: 0 });
  });
});

describe('conversations', () => {
  it('are as many as the quota, whoever opens them at one instant, and known ones go on', async () => {
    const agent = await bench.addAgent();
    const other = await bench.addAgent({ ownerId: agent.ownerId });
    const unbounded = open({ ...ALL_MAX, events_waiting_per_agent: 0 });
    const first = newId('conversation');
    const calls = atOnce((store, n) =>
      n % 2 === 0 ? send(agent, unbounded) : answer(n % 4 === 1 ? agent : other, store),
    );
    expect(await counted(calls, CONVERSATIONS)).toBe(MAX);
    await bench.sql(
      `DELETE FROM conversation WHERE id = (SELECT min(id) FROM conversation WHERE user_id = $1)`,
      [agent.ownerId],
    );
    expect(
      await counted(
        atOnce((store) => answer(other, store)),
        CONVERSATIONS,
      ),
    ).toBe(1);
    const [known] = await bench.sql('SELECT id, agent_id FROM conversation WHERE user_id = $1 LIMIT 1', [
      agent.ownerId,
    ]);
    const holder = { agentId: String(known?.['agent_id']), ownerId: agent.ownerId };
    expect(await send(holder, unbounded, String(known?.['id']))).not.toBeNull();
    expect(await send(holder, unbounded, first)).toBeNull();
    await unbounded.close();
  });
});

describe('agents, tasks and rules', () => {
  it('are as many as their quotas, however many are made at one instant', async () => {
    const ownerId = await bench.addUser();
    const agents = atOnce((store) =>
      store.agents.create({
        ...{ ownerId, agentName: 'Ada', kind: 'interactive', webhookUrl: null, secret: newAgentSecret() },
      }),
    );
    expect(await counted(agents, `A user has at most ${MAX} agents (agents_per_user)`)).toBe(MAX);

    const agent = await bench.addAgent();
    const tasks = atOnce((store) =>
      store.tasks.create(
        {
          ...{ agentId: agent.agentId, name: 'x', prompt: 'y', schedule: 'event', timezone: 'UTC' },
          ...{ runAt: null, enabled: true },
        },
        agent,
        new Date(),
      ),
    );
    expect(await counted(tasks, `An agent has at most ${MAX} tasks (tasks_per_agent)`)).toBe(MAX);
  });

  it('of a user count over all agents, and an answer that is refused for its rule leaves the request open', async () => {
    const ownerId = await bench.addUser();
    const agents = [await bench.addAgent({ ownerId }), await bench.addAgent({ ownerId })];
    const asked: Awaited<ReturnType<typeof request>>[] = [];
    for (let n = 0; n < 30; n += 1) asked.push(await request(agents[n % 2]!, { action: `a:${n}` }));
    const resolve = (store: Store, n: number) =>
      store.decisions.resolve({
        ...{ decisionId: asked[n]!.decision.decisionId, userId: ownerId, status: 'approved', note: null },
        ...{ answer: null, alwaysAllowPattern: `a:${n}` },
      });
    const calls = asked.map((_, n) => resolve(stores[n % 3]!, n));
    expect(await counted(calls, `A user has at most ${MAX} always-allow rules (rules_per_user)`)).toBe(MAX);
    const [pending] = await bench.sql(
      `SELECT count(*)::int AS n FROM decision WHERE agent_id = ANY ($1::text[]) AND status = 'pending'`,
      [agents.map(({ agentId }) => agentId)],
    );
    expect(pending?.['n']).toBe(10);
  });
});

it('every quota names its number', () => {
  for (const { says } of Object.values(QUOTAS)) expect(says(7)).toMatch(/ 7 /);
});
