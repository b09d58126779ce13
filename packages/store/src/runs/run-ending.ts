import { runStatus } from '@svc/events';

/** The run `$1` and its agent, if `who` (a condition on `agent a`) holds for the agent. */
export function runWithAgent(who: string): string {
  return `
    SELECT ${runStatus('r')} AS status, a.id AS agent_id, a.owner_id FROM agent a JOIN task_run r ON r.agent_id = a.id
     WHERE r.id = $1 AND ${who} AND a.deleted_at IS NULL`;
}

/**
 * Common table expressions that end a run whose row is locked: they remove its context blocks and write its bubble. `$1` is the run, `$2` its status,
 * `$3` its summary, `$4` the message, `$5` its conversation, `$6` its time and `$7` what it says. `finished (id, task_id, agent_id, event_id)` is the run.
 */
export const RUN_ENDING = `
    finished AS (
      UPDATE task_run SET status = $2, summary = $3, finished_at = now() WHERE id = $1 RETURNING id, task_id, agent_id, event_id
    ), cleared AS (
      DELETE FROM context_block b USING finished f WHERE b.run_id = f.id
    ), bubble AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, report_title, task_run_id, created_at)
      SELECT $4, $5, 'agent', a.agent_name, 'run', $7, t.name, f.id, $6
        FROM finished f JOIN agent a ON a.id = f.agent_id LEFT JOIN task t ON t.id = f.task_id
    )`;
