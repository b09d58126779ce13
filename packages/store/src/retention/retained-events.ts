import { rows } from '@svc/database';
import { BOUND, lookStatement } from './look.js';
import type { Retained } from './retained.js';
import { removeWithParts } from './with-parts.js';

/**
 * Events that are delivered or failed, with their attempts, counted from the delivery, else from the last attempt, else from when they were
 * written. What the agent's polls still list is open. So is the event of a run that is pending, and that of a run by hand which `run/start` may
 * still adopt: it knows by the event that the agent was sent the run.
 */
export const RETAINED_EVENTS: Retained = {
  look: lookStatement({
    kind: 'event',
    table: 'event',
    time: 'coalesce(x.delivered_at, x.created_at)',
    among: `x.state IN ('delivered', 'failed') AND x.queued_at IS NULL`,
    stays: `
      coalesce((SELECT r.status = 'pending' OR (r.status = 'running' AND r.touched_at IS NULL AND r.origin = 'manual')
                  FROM task_run r WHERE r.id = x.run_id), false)
      OR (x.state = 'failed'
          AND (SELECT 1 FROM delivery_attempt d WHERE d.event_id = x.id AND d.started_at > ${BOUND} LIMIT 1) IS NOT NULL)`,
  }),
  remove: removeWithParts({
    kind: 'event',
    table: 'event',
    partKind: 'attempt',
    parts: 'delivery_attempt',
    key: 'event_id',
    partId: 'id',
  }),
};

/** Attempts, also those of events that are still open: only the event log shows them. */
export const RETAINED_ATTEMPTS: Retained = {
  look: lookStatement({
    kind: 'attempt',
    table: 'delivery_attempt',
    time: 'x.started_at',
    among: 'true',
    stays: 'false',
  }),
  async remove(client, ids) {
    const attempts = await rows(client, DELETE_ATTEMPTS, [ids]);
    return { removed: { attempt: attempts.length }, isWhole: true };
  },
};

const DELETE_ATTEMPTS = {
  name: 'retention-delete-attempts',
  text: 'DELETE FROM delivery_attempt WHERE id = ANY ($1::text[]) RETURNING 1',
};
