import { rows } from '@svc/database';
import { EVENT_TAKE_UP_AFTER_MS, newId } from '@svc/domain';
import type { EventState } from '@svc/domain';
import { onlineSlot, taskDueFrame, taskTriggerFrame } from '@svc/events';
import type { CarriedEvent } from '@svc/events';
import type { Pool } from 'pg';
import { pushAfterAll } from '../events/push-after-all.js';

/** A run that a user has started by hand. */
export interface ManualRun {
  runId: string;
  agentId: string;
  event: CarriedEvent;
  /** `pending` events are to be published; `waiting` ones stay with the agent's poll. */
  state: EventState;
  slot: string | null;
}

export type RunNow = ReturnType<typeof runNowQueries>;

/** Runs that users start by hand. */
export function runNowQueries(pool: Pool) {
  return {
    /**
     * Starts a run of a user's task, enabled or not, with the event that its schedule or its trigger would cause; a trigger's payload is
     * `{}`. `null` if the task is not the user's: nothing is written then.
     */
    async fire({ taskId, userId }: { taskId: string; userId: string }): Promise<ManualRun | null> {
      const [task] = await rows<TaskRow>(pool, READ_TASK, [taskId, userId]);
      if (task === undefined) return null;
      const framed = { taskId, name: task.name, prompt: task.prompt, schedule: task.schedule };
      const isTrigger = task.trigger_type === 'event';
      const type = isTrigger ? 'task_trigger' : 'task_due';
      const runId = newId('run');
      const eventId = newId('event');
      const frame = isTrigger ? taskTriggerFrame(framed, runId, '{}') : taskDueFrame(framed, runId);
      const [row] = await rows<WrittenRow>(pool, FIRE, [taskId, userId, runId, eventId, type, frame]);
      if (row === undefined) return null;
      const { agent_id: agentId, seq } = row;
      const event = { eventId, agentId, seq, type, frame } as const;
      const lateSlots = await pushAfterAll(pool, row.state === 'waiting' ? [eventId] : []);
      const lateSlot = lateSlots.get(eventId);
      return lateSlot === undefined
        ? { runId, agentId, event, state: row.state, slot: row.slot }
        : { runId, agentId, event, state: 'pending', slot: lateSlot };
    },
  };
}

interface TaskRow {
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: 'scheduled' | 'event';
}

interface WrittenRow {
  agent_id: string;
  seq: number;
  state: EventState;
  slot: string | null;
}

const READ_TASK = {
  name: 'run-now-read-task',
  text: `
    SELECT t.name, t.prompt, t.schedule, t.trigger_type
      FROM task t JOIN agent a ON a.id = t.agent_id WHERE t.id = $1 AND a.owner_id = $2`,
};

/** A trigger's event of an agent that is offline is listed by its poll, whether or not its webhook gets it as well. */
const FIRE = {
  name: 'run-now-fire',
  text: `
    WITH agent_of AS (
      SELECT a.id, a.webhook_url IS NOT NULL AND ($5 <> 'task_trigger' OR a.push_triggers_to_webhook) AS to_webhook,
             ${onlineSlot('a.id')} AS slot
        FROM agent a
       WHERE a.id = (SELECT agent_id FROM task WHERE id = $1) AND a.owner_id = $2 FOR KEY SHARE
    ), task_of AS (
      SELECT t.id FROM task t JOIN agent_of a ON a.id = t.agent_id WHERE t.id = $1 FOR KEY SHARE OF t
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin)
      SELECT $3, t.id, a.id, 'pending', 'manual' FROM task_of t, agent_of a
      RETURNING agent_id, task_id
    ), counted AS (
      UPDATE agent_counter c SET last_seq = c.last_seq + 1 FROM run WHERE c.agent_id = run.agent_id
      RETURNING c.agent_id, c.last_seq
    ), event AS (
      INSERT INTO event (id, agent_id, seq, type, frame, task_id, run_id, state, attempt_after, queued_at)
      SELECT $4, c.agent_id, c.last_seq, $5, $6, run.task_id, $3,
             CASE WHEN a.slot IS NULL AND NOT a.to_webhook THEN 'waiting' ELSE 'pending' END,
             CASE WHEN a.slot IS NULL AND NOT a.to_webhook THEN NULL
                  ELSE now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds' END,
             CASE WHEN a.slot IS NULL AND $5 = 'task_trigger' THEN now() END
        FROM counted c, run, agent_of a
      RETURNING agent_id, seq, state
    )
    SELECT event.*, a.slot FROM event, agent_of a`,
};
