import { rows } from '@svc/database';
import { byStage, dropEventsOf, RUN_STAGE, stageOf } from '@svc/events';
import type { ClientBase } from 'pg';
import { NOTHING_UNDER_WAY } from '../runs/run-columns.js';
import { removeAll, ROWS_PER_STEP } from './steps.js';
import type { Choice } from './steps.js';

/** One step of the deletion of a task. */
export async function stepOfTask(client: ClientBase, { id, passedOver, choose }: Choice): Promise<boolean> {
  const [task] = await rows<{ id: string }>(client, LOCK_TASK, [id, passedOver]);
  if (task === undefined) return false;
  choose(task.id);
  // Open runs first: their events may still be on their way to the agent.
  if ((await rows(client, DELETE_CONTEXT, [task.id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  const cancelled = await rows<{ id: string }>(client, CANCEL_RUNS, [task.id, ROWS_PER_STEP]);
  // By a statement that begins when the runs are locked, so that it sees every event.
  await rows(client, DROP_EVENTS, [cancelled.map((run) => run.id)]);
  if (cancelled.length === ROWS_PER_STEP) return true;
  if ((await rows(client, LEAVE_RUNS, [task.id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  return removeAll(client, task.id, [DELETE_RECEIPTS, DELETE_TASK]);
}

const LOCK_TASK = {
  name: 'deletion-lock-task-2',
  text: `
    SELECT id FROM task WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR id = $1) AND id <> ALL ($2::text[])
     ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

// In the order of the index, which within a stage is the order of ids, in which all statements lock runs.
const CANCEL_RUNS = {
  name: 'deletion-cancel-runs-3',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended}
       ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
    )
    UPDATE task_run r SET task_id = NULL, status = 'cancelled', finished_at = now(), ${NOTHING_UNDER_WAY}
      FROM portion p WHERE r.id = p.id RETURNING r.id`,
};

// Its runs that have ended stay readable without it.
const LEAVE_RUNS = {
  name: 'deletion-leave-runs-3',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = $1 ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
    )
    UPDATE task_run r SET task_id = NULL FROM portion p WHERE r.id = p.id RETURNING 1`,
};

// Nobody adds blocks any more, because the runs count as cancelled.
const DELETE_CONTEXT = {
  name: 'deletion-delete-context-3',
  text: `
    DELETE FROM context_block WHERE (run_id, id) IN
      (SELECT b.run_id, b.id FROM task_run r JOIN context_block b ON b.run_id = r.id
        WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended} LIMIT $2)
    RETURNING 1`,
};

const DROP_EVENTS = {
  name: 'deletion-drop-events-3',
  text: `WITH ${dropEventsOf('$1::text[]', 'task_deleted')} SELECT 1`,
};

const DELETE_RECEIPTS = {
  name: 'deletion-remove-receipts-of-task',
  text: `
    DELETE FROM trigger_receipt WHERE task_id = $1 AND payload_hash IN
      (SELECT payload_hash FROM trigger_receipt WHERE task_id = $1 LIMIT $2) RETURNING 1`,
};

const DELETE_TASK = {
  name: 'deletion-delete-task',
  text: 'DELETE FROM task WHERE id = $1 AND $2::int > 0 RETURNING 1',
};
