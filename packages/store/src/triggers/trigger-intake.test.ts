import { randomUUID } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { newId, newTriggerId, secretHash } from '@svc/domain';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import { eventTasks, payload } from './event-tasks.suite.js';
import type { TriggerOutcome } from './trigger-intake.js';

const bench = useStore();
const { holdingRow, untilWaiting } = bench;
const { addTask } = eventTasks(bench);
const WINDOW_MS = 86_400_000;

async function goOnline(agentId: string): Promise<string> {
  const slot = newId('session');
  await bench.sql`
    WITH hub AS (INSERT INTO hub (slot, epoch, heartbeat_at) VALUES (${slot}, 1, now() + interval '1 hour'))
    INSERT INTO agent_session (id, agent_id, slot, epoch) VALUES (${slot}, ${agentId}, ${slot}, 1)`;
  return slot;
}

const open = () => bench.store.triggerIntake({ dedupWindowMs: WINDOW_MS });
const runIdOf = (outcome: TriggerOutcome) => 'runId' in outcome && outcome.runId;
const eventsOf = (agentId: string) =>
  bench.sql`SELECT * FROM event_state WHERE agent_id = ${agentId} ORDER BY seq`;

it('an agent that connects while its trigger is taken in gets it over its socket, not the poll', async () => {
  const { agentId } = await bench.addAgent();
  const { triggerHash } = await addTask(agentId);
  const held = await holdingRow('agent_counter', agentId);
  const accepted = open().accept({ triggerHash, payload: payload('{}') });
  await untilWaiting(1);
  const slot = await goOnline(agentId);
  await held.commit();
  expect(await accepted).toMatchObject({ status: 'triggered', event: { agentId, seq: 1, slot } });
  expect(await eventsOf(agentId)).toMatchObject([{ state: 'pending', is_queued: false }]);
});

it('a call of one payload waits for one of another process, and is its duplicate, also once an old run had that payload', async () => {
  const { agentId } = await bench.addAgent();
  const { triggerHash } = await addTask(agentId);
  const other = await addTask((await bench.addAgent()).agentId);
  const call = { triggerHash, payload: payload('{}') };
  const old = await open().accept(call);
  await bench.sql`UPDATE task_run SET started_at = now() - interval '25 hours' WHERE agent_id = ${agentId}`;
  const held = await holdingRow('agent_counter', agentId);
  const first = open().accept(call);
  await untilWaiting(1);
  const process = bench.open().triggerIntake({ dedupWindowMs: WINDOW_MS });
  const together = [call, { ...call, triggerHash: other.triggerHash }].map(process.accept);
  await untilWaiting(2);
  await held.commit();
  const started = await first;
  expect(started).toMatchObject({ status: 'queued', event: { seq: 2 } });
  expect(started).not.toMatchObject({ runId: runIdOf(old) });
  const duplicate = { status: 'duplicate', runId: runIdOf(started) };
  expect(await Promise.all(together)).toMatchObject([duplicate, { status: 'queued', event: { seq: 1 } }]);
  expect(await open().accept(call)).toEqual(duplicate);
});

describe('many calls at once', () => {
  it('number the events of each agent without gaps, in the order of the calls', async () => {
    const agents = await Promise.all(Array.from({ length: 5 }, () => bench.addAgent()));
    const tasks = await Promise.all(agents.map(({ agentId }) => addTask(agentId)));
    const intakes = [open(), open()];
    const calls = Array.from({ length: 400 }, (_, index) => ({
      triggerHash: tasks[(index * 7) % 5]!.triggerHash,
      payload: payload(`{"n":${index}}`),
    }));
    const outcomes = await Promise.all(calls.map((call, index) => intakes[index % 2]!.accept(call)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['queued']));
    for (const { agentId } of agents) {
      const events = await eventsOf(agentId);
      expect(events.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    }
    const alone = await bench.addAgent();
    await goOnline(alone.agentId);
    const { triggerHash } = await addTask(alone.agentId);
    const single = open();
    const call = (n: number) => single.accept({ triggerHash, payload: payload(`{"n":${n}}`) });
    const ordered = await Promise.all(Array.from({ length: 50 }, (_, n) => call(n)));
    expect(ordered).toMatchObject(ordered.map((_, n) => ({ event: { seq: n + 1 } })));
  });

  it('go on beside deletions of tasks and agents and rotations, without waiting for each other in a circle', async () => {
    const agents = await Promise.all(Array.from({ length: 8 }, () => bench.addAgent()));
    const owners = agents.flatMap(({ agentId }) => [agentId, agentId, agentId]);
    const tasks = await Promise.all(owners.map(addTask));
    const intakes = [open(), open(), open()];
    const calls: Promise<TriggerOutcome>[] = [];
    let n = 0;
    for (let round = 0; round < 30; round += 1) {
      for (const { triggerHash } of tasks.toSorted(() => Math.random() - 0.5)) {
        n += 1;
        calls.push(intakes[n % 3]!.accept({ triggerHash, payload: payload(`{"n":${n % 200}}`) }));
      }
      const task = tasks[round]?.taskId;
      if (task !== undefined && round % 3 === 0) await bench.sql`DELETE FROM task WHERE id = ${task}`;
      if (task !== undefined && round % 3 === 1) {
        const rotated = secretHash(newTriggerId());
        await bench.sql`UPDATE task SET trigger_hash = ${rotated} WHERE id = ${task}`;
      }
      if (round > 24) await bench.sql`DELETE FROM agent WHERE id = ${agents[round - 25]?.agentId}`;
      await calls[calls.length - 12];
    }
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ status }) => status)).toContain('queued');
    const gaps = await bench.sql`SELECT 1 FROM agent_counter k
      WHERE agent_id = ANY (${agents.map(({ agentId }) => agentId)})
        AND last_seq <> (SELECT count(*) FROM event e WHERE e.agent_id = k.agent_id)`;
    expect(gaps).toEqual([]);
  });
});

it('a batch of calls compares no call with all others, however wrong the planner is', async () => {
  const tasks: Awaited<ReturnType<typeof addTask>>[] = [];
  for (let count = 0; count < 64; count += 1) {
    const { agentId } = await bench.addAgent();
    await goOnline(agentId);
    tasks.push(await addTask(agentId));
  }
  const mostRows = () =>
    mostRowsOfNode(bench.sql, sql.triggers.accept, [
      tasks.map(({ triggerHash }) => triggerHash),
      tasks.map(() => randomUUID()),
      tasks.map(() => '{}'),
      tasks.map(() => newId('run')),
      tasks.map(() => newId('event')),
      tasks.map(() => null),
      tasks.map(() => true),
      `${WINDOW_MS} milliseconds`,
      tasks.map(() => '{}'),
    ]);
  for (const _ of [1, 2]) expect(await mostRows()).toBeLessThan(tasks.length ** 2 / 4);
  const written = await bench.sql`SELECT 1 FROM task_run r JOIN event e ON e.subject_id = r.id
    WHERE r.task_id = ANY (${tasks.map(({ taskId }) => taskId)})`;
  expect(written).toHaveLength(tasks.length * 2);
});
