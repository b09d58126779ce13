import { randomBytes } from 'node:crypto';
import { secretHash } from '@svc/domain';
import type { StoreBench, TestAgent } from '../store.suite.js';
import type { TaskRecord } from './task-record.js';
import type { NewTask } from './tasks.js';
import type { TriggerIntake } from '../triggers/trigger-intake.js';

export const NOW = new Date('2026-03-02T08:30:00.000Z');

/** Makes tasks and runs as the service does. */
export function taskBuilders(bench: StoreBench) {
  let intake: TriggerIntake | undefined;

  return {
    addTask(agent: TestAgent, task: Partial<NewTask> = {}): Promise<TaskRecord> {
      const { agentId } = agent;
      const plain = { name: 'Mail', prompt: 'Read it', schedule: '0 9 * * *', timezone: 'UTC' };
      return bench.store.tasks.create(
        { agentId, runAt: null, enabled: true, ...plain, ...task },
        { agentId },
        NOW,
      );
    },

    /** A pending run of the task, as its owner starts it; returns its and its event's ids. */
    async fire(task: TaskRecord): Promise<{ runId: string; eventId: string }> {
      const fired = await bench.store.runNow.fire({ taskId: task.taskId, userId: task.ownerId });
      if (fired === null) throw new Error('The task was not fired');
      return { runId: fired.runId, eventId: fired.event.eventId };
    },

    /** Calls the task's trigger. */
    async trigger(task: TaskRecord, payload = '{}'): Promise<string> {
      intake ??= bench.store.triggerIntake({ dedupWindowMs: 1_000 });
      const outcome = await intake.accept({
        triggerHash: secretHash(task.triggerId ?? ''),
        payload: { hash: randomBytes(32), text: payload },
      });
      if (!('runId' in outcome)) throw new Error(`The trigger was ${outcome.status}`);
      return outcome.runId;
    },

    /** The task that a trigger id opens, or `null`. */
    async taskOfTrigger(triggerId: string | null): Promise<unknown> {
      const sql = 'SELECT task_id FROM trigger WHERE trigger_hash = $1';
      const [row] = await bench.sql(sql, [secretHash(triggerId ?? '')]);
      return row?.['task_id'] ?? null;
    },

    /** Connects the agent as a hub does. */
    async addHub(agent: TestAgent): Promise<void> {
      await bench.sql(`INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ('h1', 1, now() + interval '1 hour')
        ON CONFLICT DO NOTHING`);
      await bench.sql(
        `INSERT INTO agent_session (id, agent_id, slot, epoch, kept_after)
         SELECT 'sess_' || agent_id, agent_id, 'h1', 1, last_push_no FROM agent_counter WHERE agent_id = $1`,
        [agent.agentId],
      );
    },

    async eventOf(runId: string): Promise<Record<string, unknown>> {
      const [event] = await bench.sql('SELECT * FROM event_state WHERE subject_id = $1', [runId]);
      return event ?? {};
    },

    async statusOf(runId: string): Promise<unknown> {
      const [run] = await bench.sql('SELECT status FROM task_run WHERE id = $1', [runId]);
      return run?.['status'];
    },
  };
}
