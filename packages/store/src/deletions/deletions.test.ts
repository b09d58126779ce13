import { newId } from '@svc/domain';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addTask, holdingRow, trigger } = bench;

/** More than a step removes of anything. */
const MANY = 1_200;

async function addMuch(agent: TestAgent) {
  const { conversationId } = await bench.addMessage(agent);
  const { agentId } = agent;
  const task = await addTask(agent, { schedule: 'event' });
  await trigger(task);
  await bench.sql`INSERT INTO task_run (id, task_id, agent_id, status, origin)
    SELECT 'run_' || ${agentId} || n, ${task.taskId}, ${agentId}, 'pending', 'trigger' FROM generate_series(1, ${MANY}::int) n`;
  await bench.sql`INSERT INTO event_state (id, agent_id, seq, type, state, frame, subject_id)
    SELECT 'evt_' || agent_id || n, agent_id, 1000 + n, 'task_trigger', 'waiting', '{}', 'run_' || agent_id || n
      FROM (SELECT ${agentId}::text) a (agent_id), generate_series(1, ${MANY}::int) n`;
  await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
    SELECT 'msg_' || ${agentId} || n, ${conversationId}, 'human', 'Ursula', 'x', now() + n * interval '1 second'
      FROM generate_series(1, ${MANY}::int) n`;
  return { conversationId, taskId: task.taskId };
}

async function rowsOf(agentId: string) {
  const [counts] = await bench.sql`
    SELECT (SELECT count(*) FROM agent WHERE id = ${agentId})::int AS agent,
           (SELECT count(*) FROM event_state WHERE agent_id = ${agentId})::int AS event,
           (SELECT count(*) FROM task_run WHERE agent_id = ${agentId})::int AS run,
           (SELECT count(*) FROM task WHERE agent_id = ${agentId})::int AS task,
           (SELECT count(*) FROM conversation WHERE agent_id = ${agentId})::int AS conversation`;
  return counts!;
}

const NOTHING = { agent: 0, event: 0, run: 0, task: 0, conversation: 0 };

describe('a deleted agent', () => {
  it('is gone for everyone at once, before any of its rows is', async () => {
    const agent = await bench.addAgent();
    const { agentId, ownerId } = agent;
    const { conversationId, taskId } = await addMuch(agent);
    const before = await rowsOf(agentId);
    const { agents, conversations, decisions, eventLog, messages, runs, tasks } = bench.store;
    expect(await agents.delete(agentId, ownerId)).toBe(true);
    expect(await rowsOf(agentId)).toEqual(before);
    const scope = { userId: ownerId };
    expect(
      await Promise.all([
        agents.identify(agentId),
        agents.find(agentId),
        agents.findOwned(agentId, ownerId),
        agents.change(agentId, ownerId, { agentName: 'Bea' }),
        agents.webhookOf(agentId, ownerId),
        agents.rotateSecret({ agentId, ownerId, secret: 'svc_new', graceSeconds: 0 }),
        conversations.historyForUser(conversationId, ownerId, { limit: 5 }),
        eventLog.list({ agentId, ownerId, limit: 5 }),
        runs.find(`run_${agentId}1`, scope),
        runs.start(taskId, agentId),
        bench.store.runNow.fire({ taskId, userId: ownerId }),
        bench.store.events.restart(`evt_${agentId}1`, ownerId),
        messages.writeUserMessage(userMessage(agent, conversationId)),
      ]),
    ).toEqual(Array(13).fill(null));
    expect(await agents.listOf(ownerId)).toEqual([]);
    expect(await conversations.listOf(ownerId)).toEqual([]);
    expect(await decisions.listOf({ userId: ownerId, limit: 5 })).toEqual([]);
    await expect(tasks.find(taskId, scope)).rejects.toMatchObject({ code: 'not_found' });
    expect(await agents.delete(agentId, ownerId)).toBe(false);
  });

  it('is removed in steps, by several processes at once, whatever becomes of one of them', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    await addMuch(agent);
    await addMuch(other);
    const kept = await rowsOf(other.agentId);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    const second = bench.open();
    // One that dies holds what it has in hand until its connection is gone, and the others pass it over.
    const dying = await holdingRow('agent', agent.agentId);
    await dying.also`DELETE FROM event_state WHERE agent_id = ${agent.agentId} AND seq < 1100`;
    expect(await bench.store.deletions.step({ kind: 'agent', id: agent.agentId })).toBe(false);
    await dying.die();
    const carryOn = async (store: typeof bench.store) => {
      while ((await store.deletions.step({ kind: 'agent' })) || (await rowsOf(agent.agentId))['agent'] === 1);
    };
    await Promise.all([carryOn(bench.store), carryOn(second)]);
    expect(await rowsOf(agent.agentId)).toEqual(NOTHING);
    expect(await rowsOf(other.agentId)).toEqual(kept);
  });

  it('takes the runs with it that its deleted tasks have left', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addMuch(agent);
    await bench.sql`UPDATE task SET deleted_at = now() WHERE id = ${taskId}`;
    while (await bench.store.deletions.step({ kind: 'task', id: taskId }));
    expect(await rowsOf(agent.agentId)).toMatchObject({ task: 0, run: MANY + 1 });
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await rowsOf(agent.agentId)).toEqual(NOTHING);
  });

  it('waits for its media to be forgotten, and others do not wait with it', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const mediaId = newId('message');
    await bench.addMedia(agent, mediaId);
    for (const { agentId, ownerId } of [agent, other]) await bench.store.agents.delete(agentId, ownerId);
    while (await bench.store.deletions.step({ kind: 'agent' }));
    expect(await rowsOf(agent.agentId)).toEqual({ ...NOTHING, agent: 1 });
    expect(await rowsOf(other.agentId)).toEqual(NOTHING);
    expect(await bench.store.media.ofDeleted(10)).toEqual([mediaId]);
    await bench.store.media.forget([mediaId]);
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await rowsOf(agent.agentId)).toEqual(NOTHING);
  });

  it('whose step fails keeps no other one waiting, and is tried again after a minute', async () => {
    const [broken, other] = [await bench.addAgent(), await bench.addAgent()];
    for (const { agentId, ownerId } of [broken, other]) await bench.store.agents.delete(agentId, ownerId);
    await bench.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stays'; END $$;
      CREATE TRIGGER refused BEFORE DELETE ON agent FOR EACH ROW
        WHEN (OLD.id = '${broken.agentId}') EXECUTE FUNCTION refuse()`);
    const step = () => bench.store.deletions.step({ kind: 'agent' });
    await expect(step()).rejects.toThrow('stays');
    while (await step());
    expect(await rowsOf(broken.agentId)).toEqual({ ...NOTHING, agent: 1 });
    expect(await rowsOf(other.agentId)).toEqual(NOTHING);
    // Whoever names it does not pass over it.
    await expect(bench.store.deletions.step({ kind: 'agent', id: broken.agentId })).rejects.toThrow('stays');
    await bench.sql('DROP TRIGGER refused ON agent');
    expect(await step()).toBe(false);
    await bench.sql(`UPDATE agent SET deleted_at = deleted_at - interval '1 minute'`);
    while (await step());
    expect(await rowsOf(broken.agentId)).toEqual(NOTHING);
  });
});

const keysOf = async (userId: string) =>
  Number(await bench.valueOf`SELECT count(*) FROM idempotency_key WHERE user_id = ${userId}`);
const addKeys = (userId: string, agentId: string | null) =>
  bench.sql`INSERT INTO idempotency_key (id, user_id, agent_id, fingerprint, status)
    SELECT ${agentId ?? userId} || '.' || n, ${userId}, ${agentId}, '\\x00', 204 FROM generate_series(1, ${MANY}::int) n`;

/** How many the largest step has removed. */
async function largestStep(userId: string, target: { kind: 'agent' | 'user'; id: string }) {
  let [most, left] = [0, await keysOf(userId)];
  while (await bench.store.deletions.step(target)) {
    const now = await keysOf(userId);
    [most, left] = [Math.max(most, left - now), now];
  }
  return most;
}

it('answers that are kept for repeated calls go with the agent, and then with the user, in steps', async () => {
  const { agentId, ownerId } = await bench.addAgent();
  await addKeys(ownerId, agentId);
  await addKeys(ownerId, null);
  await bench.store.deletions.eraseUser({ userId: ownerId, erasureId: newId('erasure') });
  expect(await largestStep(ownerId, { kind: 'agent', id: agentId })).toBe(500);
  expect(await keysOf(ownerId)).toBe(MANY);
  expect(await largestStep(ownerId, { kind: 'user', id: ownerId })).toBe(500);
  expect(await keysOf(ownerId)).toBe(0);
});
