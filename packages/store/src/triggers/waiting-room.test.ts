import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import { eventTasks, payload } from './event-tasks.suite.js';
import { ACCEPT } from './trigger-intake-sql.js';
import type { TriggerIntake, TriggerOutcome, WaitingPolicy } from './trigger-intake.js';

const bench = useStore();
const { addTask } = eventTasks(bench);
const { holding, untilWaiting } = lockWaits(bench);
const WINDOW_MS = 86_400_000;

interface Scene {
  agentId: string;
  ownerId: string;
  taskId: string;
  call: (intake: TriggerIntake, n: number) => Promise<TriggerOutcome>;
}

async function scene(): Promise<Scene> {
  const agent = await bench.addAgent();
  const { taskId, triggerHash } = await addTask(agent.agentId);
  const call = (intake: TriggerIntake, n: number) =>
    intake.accept({ triggerHash, payload: payload(`{"n":${n}}`) });
  return { ...agent, taskId, call };
}

const open = (waitingMax: number, waitingPolicy?: WaitingPolicy) =>
  bench.store.triggerIntake({
    dedupWindowMs: WINDOW_MS,
    waitingMax,
    ...(waitingPolicy && { waitingPolicy }),
  });
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function callInTurn({ call }: Scene, intake: TriggerIntake, calls: number[]): Promise<string[]> {
  const statuses: string[] = [];
  for (const n of calls) {
    statuses.push((await call(intake, n)).status);
    await nextMillisecond();
  }
  return statuses;
}

/** Until the clock of ids has gone on: runs of one millisecond have no order. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve));
}

/** The numbers of the calls that wait, oldest first. */
async function waitingOf({ taskId }: Scene): Promise<number[]> {
  const found = await bench.sql(
    `SELECT e.frame FROM task_run r JOIN event_state e ON e.subject_id = r.id WHERE r.task_id = $1 AND r.status = 'pending' ORDER BY e.seq`,
    [taskId],
  );
  return found.map(({ frame }) => (JSON.parse(frame as string) as { payload: { n: number } }).payload.n);
}

/** Lets runs wait that nobody has called for here. */
async function addWaiting({ agentId, taskId }: Scene, count: number, origin = 'trigger'): Promise<void> {
  await bench.sql(
    `INSERT INTO task_run (id, task_id, agent_id, status, origin)
     SELECT 'run_' || $4 || lpad(n::text, 6, '0'), $1, $2, 'pending', $5 FROM generate_series(1, $3) n`,
    [taskId, agentId, count, newId('run').slice(-8), origin],
  );
}

const counts = async ({ taskId, agentId }: Scene) =>
  (
    await bench.sql(
      `SELECT (SELECT count(*)::int FROM task_run WHERE task_id = $1) AS runs, (SELECT count(*)::int FROM event_state WHERE agent_id = $2) AS events,
              (SELECT count(*)::int FROM trigger_receipt WHERE task_id = $1) AS receipts`,
      [taskId, agentId],
    )
  )[0];

describe('a call of a task as many triggers of which wait as may', () => {
  it('is refused and leaves nothing behind, so that it is taken as soon as one of them has ended', async () => {
    const task = await scene();
    const intake = open(3);
    expect(await callInTurn(task, intake, [1, 2, 3, 4])).toEqual(['queued', 'queued', 'queued', 'full']);
    expect(await counts(task)).toEqual({ runs: 3, events: 3, receipts: 3 });
    const [oldest] = await bench.sql('SELECT id FROM task_run WHERE task_id = $1 ORDER BY id', [task.taskId]);
    const runId = oldest?.['id'] as string;
    await bench.store.runCompletions.complete({
      runId,
      agentId: task.agentId,
      status: 'completed',
      summary: null,
    });
    expect(await callInTurn(task, intake, [4, 5])).toEqual(['queued', 'full']);
    expect(await waitingOf(task)).toEqual([2, 3, 4]);
  });

  it('is a duplicate all the same if its payload was taken before', async () => {
    const task = await scene();
    const intake = open(1);
    expect(await callInTurn(task, intake, [1, 2, 1])).toEqual(['queued', 'full', 'duplicate']);
  });

  it('is taken where its agent has begun what waited', async () => {
    const task = await scene();
    const intake = open(1);
    await task.call(intake, 1);
    await bench.store.runs.start(task.taskId, task.agentId);
    expect(await callInTurn(task, intake, [2, 3])).toEqual(['queued', 'full']);
  });

  it('costs no other task its room', async () => {
    const [one, other] = [await scene(), await scene()];
    const intake = open(1);
    await one.call(intake, 1);
    const outcomes = await Promise.all([one.call(intake, 2), other.call(intake, 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['full', 'queued']);
  });

  it('is refused however many processes take calls in at the same instant', async () => {
    const task = await scene();
    const intakes = [open(20), open(20), open(20)];
    const outcomes = await Promise.all(numbers(1, 180).map((n) => task.call(intakes[n % 3]!, n)));
    expect(outcomes.filter(({ status }) => status === 'queued')).toHaveLength(20);
    expect(outcomes.filter(({ status }) => status === 'full')).toHaveLength(160);
    expect(await counts(task)).toEqual({ runs: 20, events: 20, receipts: 20 });
  });

  it('is refused where the bound was lowered below what waits', async () => {
    const task = await scene();
    await callInTurn(task, open(5), [1, 2, 3, 4, 5]);
    expect(await callInTurn(task, open(2), [6])).toEqual(['full']);
    expect(await callInTurn(task, open(6), [6, 7])).toEqual(['queued', 'full']);
  });

  it('is refused where it was far from a bound that was lowered', async () => {
    const task = await scene();
    await callInTurn(task, open(10_000), [1, 2]);
    expect(await callInTurn(task, open(3), [3, 4])).toEqual(['queued', 'full']);
  });
});

describe('a task with room for more than a thousand triggers', () => {
  it('exceeds its bound by no more than what is being taken in when it comes near it', async () => {
    const task = await scene();
    const intakes = [open(1_100), open(1_100)];
    const outcomes = await Promise.all(numbers(1, 1_500).map((n) => task.call(intakes[n % 2]!, n)));
    const taken = outcomes.filter(({ status }) => status === 'queued').length;
    expect(taken).toBeGreaterThanOrEqual(1_100);
    // Two statements of 64 calls in each of two processes, one of which is the one that counts.
    expect(taken).toBeLessThanOrEqual(1_100 + 3 * 64);
    expect(await callInTurn(task, intakes[0]!, [1_501])).toEqual(['full']);
  });

  it('is neither counted nor held as long as it has', async () => {
    const task = await scene();
    const intake = open(10_000);
    await addWaiting(task, 5_000);
    await task.call(intake, 1);
    const held = await holding('SELECT 1 FROM trigger WHERE task_id = $1 FOR UPDATE', [task.taskId]);
    expect((await task.call(intake, 2)).status).toBe('queued');
    await held.commit();
    expect(await mostRowsOf(task, 'refuse', 10_000)).toBeLessThan(100);
    expect(await mostRowsOf(task, 'drop_oldest', 10_000)).toBeLessThan(100);
  });

  it('is counted up to the bound when it is full, and not again at once', async () => {
    const task = await scene();
    await addWaiting(task, 5_000);
    const most = await mostRowsOf(task, 'refuse', 2_000);
    expect(most).toBeGreaterThanOrEqual(2_000);
    expect(most).toBeLessThanOrEqual(2_500);
    await bench.sql(`UPDATE trigger SET counted_at = now() + interval '1 hour' WHERE task_id = $1`, [
      task.taskId,
    ]);
    for (const policy of ['refuse', 'drop_oldest'] as const)
      expect(await mostRowsOf(task, policy, 2_000)).toBeLessThan(600);
  });

  async function mostRowsOf({ taskId }: Scene, policy: WaitingPolicy, waitingMax: number): Promise<number> {
    await bench.sql('VACUUM ANALYZE');
    const [trigger] = await bench.sql('SELECT trigger_hash FROM trigger WHERE task_id = $1', [taskId]);
    const text = `{"id":"${newId('event')}"}`;
    return mostRowsOfNode(bench.sql, ACCEPT[policy], [
      [trigger?.['trigger_hash']],
      [payload(text).hash],
      [text],
      [newId('run')],
      [newId('event')],
      WINDOW_MS,
      waitingMax,
      0,
      [null],
    ]);
  }
});

describe('with the policy drop_oldest, a call of a full task', () => {
  it('is taken, and the oldest that waits ends: its run is cancelled, its event failed, and both say why', async () => {
    const task = await scene();
    const intake = open(3, 'drop_oldest');
    expect(await callInTurn(task, intake, numbers(1, 5))).toEqual(Array.from({ length: 5 }, () => 'queued'));
    expect(await waitingOf(task)).toEqual([3, 4, 5]);
    const runs = await bench.sql(
      `SELECT status, summary, finished_at IS NOT NULL AS ended FROM task_run WHERE task_id = $1 AND status <> 'pending'`,
      [task.taskId],
    );
    const end = {
      status: 'cancelled',
      summary: 'Dropped: too many triggers of the task were waiting.',
      ended: true,
    };
    expect(runs).toEqual([end, end]);
    const log = await bench.store.eventLog.list({ ...task, state: 'failed', limit: 10 });
    expect(log?.map(({ dropReason }) => dropReason)).toEqual(['too_many_waiting', 'too_many_waiting']);
    expect(await bench.store.polls.takePendingTriggers(task.agentId)).toHaveLength(3);
    expect((await task.call(intake, 1)).status).toBe('duplicate');
  });

  it('says how many were dropped', async () => {
    const task = await scene();
    const intake = open(1, 'drop_oldest');
    expect(await task.call(intake, 1)).toMatchObject({ dropped: 0 });
    expect(await task.call(intake, 2)).toMatchObject({ dropped: 1 });
  });

  it('is taken however many processes take calls in, and the next leaves no more waiting than may', async () => {
    const task = await scene();
    const intakes = numbers(1, 3).map(() => open(20, 'drop_oldest'));
    const outcomes = await Promise.all(numbers(1, 180).map((n) => task.call(intakes[n % 3]!, n)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['queued']));
    await task.call(intakes[0]!, 181);
    const waiting = await waitingOf(task);
    expect(waiting).toHaveLength(20);
    expect(waiting.at(-1)).toBe(181);
    const [row] = await bench.sql(
      `SELECT count(*)::int AS n FROM event_state WHERE agent_id = $1 AND state = 'failed' AND drop_reason = 'too_many_waiting'`,
      [task.agentId],
    );
    expect(row?.['n']).toBe(161);
  });

  it('drops no more than what is too many after the agent has taken some', async () => {
    const task = await scene();
    const intake = open(3, 'drop_oldest');
    await callInTurn(task, intake, [1, 2, 3]);
    await bench.store.runs.start(task.taskId, task.agentId);
    await bench.store.runs.start(task.taskId, task.agentId);
    await callInTurn(task, intake, [4, 5]);
    expect(await waitingOf(task)).toEqual([3, 4, 5]);
  });

  it('does not drop what a poll has handed to the agent, which may end it without a start', async () => {
    const task = await scene();
    const intake = open(2, 'drop_oldest');
    await callInTurn(task, intake, [1, 2]);
    const handed = await bench.store.polls.takePendingTriggers(task.agentId);
    expect(handed).toHaveLength(2);
    await callInTurn(task, intake, [3]);
    expect(await waitingOf(task)).toEqual([1, 2, 3]);
  });

  it('does not drop what a poll hands to the agent at this moment', async () => {
    const task = await scene();
    const intake = open(2, 'drop_oldest');
    await callInTurn(task, intake, [1, 2]);
    const polling = await holding(
      `UPDATE open_event SET leased_until = now() + interval '5 minutes' WHERE agent_id = $1 AND seq = (SELECT min(seq) FROM open_event WHERE agent_id = $1)`,
      [task.agentId],
    );
    await callInTurn(task, intake, [3]);
    await polling.commit();
    expect(await waitingOf(task)).toEqual([1, 3]);
  });

  it('does not drop what a poll has handed to the agent since the call came', async () => {
    const task = await scene();
    const intake = open(2, 'drop_oldest');
    await callInTurn(task, intake, [1, 2]);
    const held = await holding('SELECT 1 FROM agent WHERE id = $1 FOR UPDATE', [task.agentId]);
    const call = task.call(intake, 3);
    await untilWaiting(1);
    expect(await bench.store.polls.takePendingTriggers(task.agentId, 1)).toHaveLength(1);
    await held.commit();
    await call;
    expect(await waitingOf(task)).toEqual([1, 3]);
  });

  it('drops neither what its agent is taking at this moment nor what a user has started', async () => {
    const task = await scene();
    const intake = open(3, 'drop_oldest');
    await bench.store.runNow.fire({ taskId: task.taskId, userId: task.ownerId });
    await callInTurn(task, intake, [1, 2]);
    const held = await holding(
      `SELECT 1 FROM task_run WHERE id = (SELECT min(id) FROM task_run WHERE task_id = $1 AND origin = 'trigger') FOR NO KEY UPDATE`,
      [task.taskId],
    );
    expect(await callInTurn(task, intake, [3])).toEqual(['queued']);
    await held.commit();
    const [manual] = await bench.sql(`SELECT status FROM task_run WHERE task_id = $1 AND origin = 'manual'`, [
      task.taskId,
    ]);
    expect(manual?.['status']).toBe('pending');
    const [dropped] = await bench.sql(
      `SELECT frame FROM event_state WHERE agent_id = $1 AND state = 'failed'`,
      [task.agentId],
    );
    expect(JSON.parse(dropped?.['frame'] as string)).toMatchObject({ payload: { n: 2 } });
  });

  it('drops what a lowered bound leaves too many of', async () => {
    const task = await scene();
    await callInTurn(task, open(10), numbers(1, 10));
    await callInTurn(task, open(4, 'drop_oldest'), [11]);
    expect(await waitingOf(task)).toEqual([8, 9, 10, 11]);
  });
});
