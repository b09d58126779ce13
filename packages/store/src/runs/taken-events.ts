import { rows, sql } from '@svc/database';
import type { ClientBase } from 'pg';

/**
 * Records that the agent has taken the event of a run by itself, so that the event is not pushed any more. The caller has begun or touched the run by an earlier statement of the
 * same transaction.
 */
export async function takeEventOfRun(client: ClientBase, runId: string): Promise<void> {
  await rows(client, sql.runs.takeEvent, { id: runId });
}
