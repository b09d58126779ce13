import { newAgentSecret, newId, newTriggerId, QUOTA_DEFAULTS, secretHash, SecretBox } from '@svc/domain';
import { openStore } from '@svc/store';
import type { Store } from '@svc/store';
import type { Leftovers } from './run-bench.js';
import { openScratch } from './scratch.js';

/** The hub that the agent is connected to. */
export const SLOT = 'bench';
const OTHER_AGENTS = 2_000;
/** Pending events of each other agent. */
const PENDING_OF_OTHERS = 25;

/** Of the other types: 40 events that are on their way, 40 that wait, and 20 that failed. */
const INSERT_OPEN = `
  WITH counted AS (
    UPDATE agent_counter SET last_seq = last_seq + 100 WHERE agent_id = $1 RETURNING last_seq - 100 AS before
  ), written AS MATERIALIZED (
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, before + n AS seq, n,
           (ARRAY['user_message', 'decision_resolved', 'task_due', 'user_message'])[1 + n % 4] AS type
      FROM counted, generate_series(1, 100) n
  ), logged AS (
    INSERT INTO event (id, agent_id, seq, type, frame) SELECT id, $1, seq, type, '{"type":"user_message"}' FROM written
  ), opened AS (
    INSERT INTO open_event (event_id, agent_id, seq, type, state, attempt_after)
    SELECT id, $1, seq, type, CASE WHEN n <= 40 THEN 'pending' ELSE 'waiting' END, CASE WHEN n <= 40 THEN now() + interval '1 hour' END
      FROM written WHERE n <= 80
  )
  INSERT INTO event_end (event_id, agent_id, seq, type, state, attempt, ended_at)
  SELECT id, $1, seq, type, 'failed', 4, now() FROM written WHERE n > 80`;

const INSERT_OTHER_AGENTS = `
  WITH written AS (
    INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
    SELECT 'agt_other' || n, $1, 'Bob', 'interactive', '', '' FROM generate_series(1, $2) n RETURNING id
  )
  INSERT INTO agent_counter (agent_id) SELECT id FROM written`;

const INSERT_OTHER_EVENTS = `
  WITH logged AS (
    INSERT INTO event (id, agent_id, seq, type, frame)
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), id, n, 'user_message', '{"type":"user_message"}'
      FROM generate_series(1, $1) n, agent WHERE id LIKE 'agt_other%'
    RETURNING id, agent_id, seq, type
  )
  INSERT INTO open_event (event_id, agent_id, seq, type, attempt_after)
  SELECT id, agent_id, seq, type, now() + interval '1 hour' FROM logged`;

const MOVE_EVENTS = ['event', 'open_event', 'event_end'].map(
  (table) => `UPDATE ${table} SET seq = seq + $1 + 10000 WHERE agent_id = $2`,
);

const INSERT_TRIGGERS = `
  WITH written AS (
    SELECT n, lpad(to_hex(n), 32, '0') AS id, n AS seq FROM generate_series(1, $3::int) n
  ), run AS (
    INSERT INTO task_run (id, task_id, agent_id, status, origin, started_at, event_id)
    SELECT 'run_' || id, $2, $1, 'pending', 'trigger', now() - interval '1 day' + n * interval '10 milliseconds', 'evt_' || id FROM written
  ), opened AS (
    INSERT INTO open_event (event_id, agent_id, seq, type, subject_id, state, queued_at)
    SELECT 'evt_' || id, $1, seq, 'task_trigger', 'run_' || id, 'waiting', now() FROM written
  )
  INSERT INTO event (id, agent_id, seq, type, frame, subject_id, created_at)
  SELECT 'evt_' || id, $1, seq, 'task_trigger',
         '{"type":"task_trigger","task_id":"' || $2 || '","run_id":"run_' || id || '","task_name":"Deploy","task_prompt":"Deploy it","payload":{"n":'
           || n || '}}', 'run_' || id, now() - interval '1 day' + n * interval '10 milliseconds'
    FROM written`;

/** An agent with open events of all types but triggers, among others that have events, too. */
export interface Scene {
  store: Store;
  sql: (text: string, values?: unknown[]) => Promise<unknown>;
  agentId: string;
  ownerId: string;
  taskId: string;
  triggerHash: Buffer;
}

export async function openScene(leftovers: Leftovers): Promise<Scene> {
  const { databaseUrl, sql } = await openScratch(leftovers);
  const box = new SecretBox(Buffer.alloc(32, 1));
  // A million triggers wait for the agent.
  const quotas = { ...QUOTA_DEFAULTS, triggers_waiting_per_agent: 0 };
  const store = openStore({ databaseUrl, box, quotas });
  leftovers.later(() => store.close());
  const ownerId = newId('rule');
  await store.prisma.user.create({ data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` } });
  const { agentId } = await store.agents.create({
    ownerId,
    agentName: 'Ada',
    kind: 'interactive',
    webhookUrl: null,
    secret: newAgentSecret(),
  });
  await store.prisma.hub.create({ data: { slot: SLOT, epoch: 1, heartbeatAt: new Date() } });
  await store.prisma.agentSession.create({ data: { id: newId('session'), agentId, slot: SLOT, epoch: 1 } });
  const taskId = newId('task');
  const task = {
    id: taskId,
    agentId,
    name: 'Deploy',
    prompt: 'Deploy it',
    schedule: 'event',
    triggerType: 'event',
  };
  await store.prisma.task.create({ data: task });
  const triggerId = newTriggerId();
  const triggerHash = secretHash(triggerId);
  const triggerSealed = box.seal(triggerId, { column: 'trigger.trigger_sealed', rowId: taskId });
  await store.prisma.trigger.create({ data: { taskId, triggerHash, triggerSealed } });
  const scene = { store, sql, agentId, ownerId, taskId, triggerHash };
  await sql(INSERT_OPEN, [agentId]);
  await addOthers(scene);
  return scene;
}

/** What is on its way to others. */
async function addOthers({ sql, ownerId }: Scene): Promise<void> {
  await sql(INSERT_OTHER_AGENTS, [ownerId, OTHER_AGENTS]);
  await sql(INSERT_OTHER_EVENTS, [PENDING_OF_OTHERS]);
}

/** The triggers come before all other events, so that whoever looks for these has to pass them. */
export async function addTriggers({ sql, agentId, taskId }: Scene, count: number): Promise<void> {
  await sql('DELETE FROM task_run');
  for (const table of ['event', 'open_event', 'event_end'])
    await sql(`DELETE FROM ${table} WHERE type = 'task_trigger'`);
  for (const move of MOVE_EVENTS) await sql(move, [count, agentId]);
  await sql(INSERT_TRIGGERS, [agentId, taskId, count]);
  await sql('UPDATE agent_counter SET last_seq = (SELECT max(seq) FROM event) WHERE agent_id = $1', [
    agentId,
  ]);
}
