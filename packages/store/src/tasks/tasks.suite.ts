import { randomBytes } from 'node:crypto';
import { secretHash } from '@svc/domain';
import type { StoreBench, TestAgent } from '../bench.suite.js';
import type { TaskRecord } from './task-record.js';
import type { NewTask } from './tasks.js';
import type { TriggerIntake } from '../triggers/trigger-intake.js';

export const NOW = new Date('2026-03-02T08:30:00.000Z');

/** Makes tasks and runs as the service does. */
export function taskBuilders(bench: StoreBench) {
  let intake: TriggerIntake | undefined;

  function addTask({ agentId }: { agentId: string }, task: Partial<NewTask> = {}): Promise<TaskRecord> {
    const plain = { name: 'Mail', prompt: 'Read it', schedule: '0 9 * * *', timezone: 'UTC' };
    const added = { agentId, runAt: null, enabled: true, ...plain, ...task };
    return bench.store.tasks.create(added, { agentId }, NOW);
  }

  /** A pending run of the task, as its owner starts it; returns its and its event's ids. */
  async function fire(task: TaskRecord): Promise<{ runId: string; eventId: string }> {
    const fired = await bench.store.runNow.fire({ taskId: task.taskId, userId: task.ownerId });
    if (fired === null) throw new Error('The task was not fired');
    return { runId: fired.runId, eventId: fired.event.eventId };
  }

  /** Calls the task's trigger. */
  async function trigger(task: TaskRecord, text = '{}'): Promise<string> {
    intake ??= bench.store.triggerIntake({ dedupWindowMs: 1_000 });
    const payload = { hash: randomBytes(32), text };
    const outcome = await intake.accept({ triggerHash: secretHash(task.triggerId ?? ''), payload });
    if (!('runId' in outcome)) throw new Error(`The trigger was ${outcome.status}`);
    return outcome.runId;
  }

  /** A run that is running, of a new task. */
  async function start(agent: TestAgent, task: Partial<NewTask> = {}): Promise<string> {
    const { taskId } = await addTask(agent, task);
    return (await bench.store.runs.start(taskId, agent.agentId))?.runId ?? '';
  }

  async function eventOf(runId: string): Promise<Record<string, unknown>> {
    const [event] = await bench.sql`SELECT * FROM event_state WHERE subject_id = ${runId}`;
    return event ?? {};
  }

  return {
    ...{ addTask, eventOf, fire, start, trigger },

    /** A pending run of a new agent's task, as its owner starts it. */
    async addFired(changes: Partial<NewTask> = {}) {
      const agent = await bench.addAgent();
      const task = await addTask(agent, changes);
      return { agent, task, ...(await fire(task)) };
    },

    /** A run of a new agent's task, which a call of its trigger has started. */
    async addTriggered(payload?: string) {
      const agent = await bench.addAgent();
      const task = await addTask(agent, { schedule: 'event' });
      const runId = await trigger(task, payload);
      return { agent, task, runId, eventId: String((await eventOf(runId))['id']) };
    },

    /** A run that a new agent has started. */
    async addStarted(task: Partial<NewTask> = {}) {
      const agent = await bench.addAgent();
      return { agent, runId: await start(agent, task) };
    },

    complete({ agentId }: { agentId: string }, runId: string, summary: string | null = null) {
      return bench.store.runCompletions.complete({ runId, agentId, status: 'completed', summary });
    },

    /** Lets the time be over for which a poll has the trigger of a run. */
    endLease: (runId: string) =>
      bench.sql`UPDATE event SET leased_until = now() - interval '1 second' WHERE subject_id = ${runId}`,

    /** Connects the agent as a hub does. */
    async addHub(agent: TestAgent): Promise<void> {
      await bench.sql`INSERT INTO hub (slot, epoch, heartbeat_at)
        VALUES ('h1', 1, now() + interval '1 hour') ON CONFLICT DO NOTHING`;
      await bench.sql`INSERT INTO agent_session (id, agent_id, slot, epoch, kept_after)
        SELECT 'sess_' || agent_id, agent_id, 'h1', 1, last_push_no FROM agent_counter
          WHERE agent_id = ${agent.agentId}`;
    },

    statusOf: (runId: string) => bench.valueOf`SELECT status FROM task_run WHERE id = ${runId}`,
  };
}
