import { rows } from '@svc/database';
import { OPEN_RUN } from '@svc/events';
import { lookStatement, ROWS_PER_STEP } from './look.js';
import type { Retained } from './retained.js';

/**
 * Runs, counted from when they were finished, with what is left of their context. Messages and events that name one go by their own days;
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
      OR (SELECT 1 FROM event e
           WHERE e.run_id = x.id AND (e.state IN ('pending', 'waiting') OR e.queued_at IS NOT NULL) LIMIT 1) IS NOT NULL`,
  }),
  async remove(client, ids) {
    const blocks = await rows(client, DELETE_BLOCKS_OF, [ids]);
    const runs = await rows(client, DELETE_RUNS, [ids]);
    return {
      removed: { run: runs.length, context_block: blocks.length },
      isWhole: blocks.length < ROWS_PER_STEP,
    };
  },
};

const DELETE_BLOCKS_OF = {
  name: 'retention-delete-blocks-of',
  text: `
    DELETE FROM context_block WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM context_block WHERE run_id = ANY ($1::text[]) LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
};

const DELETE_RUNS = {
  name: 'retention-delete-runs',
  text: `
    DELETE FROM task_run r
     WHERE r.id = ANY ($1::text[]) AND (SELECT 1 FROM context_block b WHERE b.run_id = r.id LIMIT 1) IS NULL
    RETURNING 1`,
};
