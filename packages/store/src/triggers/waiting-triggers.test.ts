import { beforeAll, describe, expect, it } from '@jest/globals';
import { COUNT_KEPT_MS } from '../quotas/quota-guard.js';
import type { Store } from '../store.js';
import { useStore } from '../store.suite.js';
import { eventTasks, payload } from './event-tasks.suite.js';
import type { TriggerIntake, WaitingPolicy } from './trigger-intake.js';

const bench = useStore();
const { holding } = bench;
const { addTask } = eventTasks(bench);
const WINDOW_MS = 86_400_000;

/** A store in which each call of a test comes when the last count is old. */
let store: Store;
let nowMs = 0;
beforeAll(() => {
  store = bench.open({ quotaNowMs: () => nowMs });
});

type Scene = Awaited<ReturnType<typeof scene>>;

async function scene() {
  const agent = await bench.addAgent();
  const { taskId, triggerHash } = await addTask(agent.agentId);
  const call = (intake: TriggerIntake, n: number) => {
    nowMs += COUNT_KEPT_MS;
    return intake.accept({ triggerHash, payload: payload(`{"n":${n}}`) });
  };
  return { ...agent, taskId, call };
}

const open = (waitingMax: number, waitingPolicy?: WaitingPolicy) =>
  store.triggerIntake({ dedupWindowMs: WINDOW_MS, waitingMax, ...(waitingPolicy && { waitingPolicy }) });

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
  const found = await bench.sql`SELECT e.frame FROM task_run r JOIN event_state e ON e.subject_id = r.id
    WHERE r.task_id = ${taskId} AND r.status = 'pending' ORDER BY e.seq`;
  return found.map(({ frame }) => (JSON.parse(frame as string) as { payload: { n: number } }).payload.n);
}

describe('with the policy drop_oldest, a call of a full task', () => {
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

  it('drops neither what its agent is taking at this moment nor what a user has started', async () => {
    const task = await scene();
    const intake = open(3, 'drop_oldest');
    await bench.store.runNow.fire({ taskId: task.taskId, userId: task.ownerId });
    await callInTurn(task, intake, [1, 2]);
    const held = await holding`SELECT 1 FROM task_run
      WHERE id = (SELECT min(id) FROM task_run WHERE task_id = ${task.taskId} AND origin = 'trigger')
      FOR NO KEY UPDATE`;
    expect(await callInTurn(task, intake, [3])).toEqual(['queued']);
    await held.commit();
    const manual = `SELECT status FROM task_run WHERE task_id = $1 AND origin = 'manual'`;
    expect(await bench.valueOf(manual, task.taskId)).toBe('pending');
    const dropped = `SELECT frame FROM event WHERE agent_id = $1 AND state = 'failed'`;
    expect(await bench.valueOf(dropped, task.agentId)).toContain('"payload":{"n":2}');
  });

  it('drops what a lowered bound leaves too many of', async () => {
    const task = await scene();
    await callInTurn(task, open(10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await callInTurn(task, open(4, 'drop_oldest'), [11]);
    expect(await waitingOf(task)).toEqual([8, 9, 10, 11]);
  });
});
