import { rows } from '@svc/database';
import { OPEN_RUN } from '@svc/events';
import { lookStatement, ROWS_PER_STEP } from './look.js';
import type { Retained } from './retained.js';

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
  // A run that still has context blocks stays for a later step.
  async remove(client, ids) {
    const blocks = await rows(client, DELETE_BLOCKS_OF, [ids]);
    const runs = await rows(client, DELETE_RUNS, [ids]);
    return {
      removed: { run: runs.length, context_block: blocks.length },
      isWhole: blocks.length < ROWS_PER_STEP,
    };
  },
};

// Locked blocks are passed over, so that a step waits for nobody.
const DELETE_BLOCKS_OF = {
  name: 'retention-delete-context_block-of-run',
  text: `
    DELETE FROM context_block WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM context_block WHERE run_id = ANY ($1::text[]) LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED))
    RETURNING 1`,
};

const DELETE_RUNS = {
  name: 'retention-delete-run',
  text: `
    DELETE FROM task_run x
     WHERE x.id = ANY ($1::text[]) AND (SELECT 1 FROM context_block p WHERE p.run_id = x.id LIMIT 1) IS NULL
    RETURNING 1`,
};
