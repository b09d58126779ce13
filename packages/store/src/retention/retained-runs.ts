import { OPEN_RUN } from '@svc/events';
import { lookStatement } from './look.js';
import type { Retained } from './retained.js';
import { removeWithParts } from './with-parts.js';

/**
 * Runs that have ended, with what remains of their context. Their days count from their end. Messages and events that name a run have days of their own;
 * only an open event keeps its run.
 */
export const RETAINED_RUNS: Retained = {
  look: lookStatement({
    kind: 'run',
    table: 'task_run',
    time: 'x.finished_at',
    among: 'x.finished_at IS NOT NULL',
    stays: `
      x.status IN ${OPEN_RUN}
      OR (SELECT 1 FROM open_event e WHERE e.event_id = x.event_id) IS NOT NULL`,
  }),
  remove: removeWithParts({
    kind: 'run',
    table: 'task_run',
    partKind: 'context_block',
    parts: 'context_block',
    key: 'run_id',
    partId: 'ctid',
  }),
};
