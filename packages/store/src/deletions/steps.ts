import { rows } from '@svc/database';
import type { Statement } from '@svc/database';
import type { ClientBase } from 'pg';

/** Rows of one table that a step removes at most. */
export const ROWS_PER_STEP = 500;

/** Which deletion of its kind a step carries on. */
export interface Choice {
  /** `null` is the oldest. */
  id: string | null;
  passedOver: readonly string[];
  /** Hears what was chosen. */
  choose: (id: string) => void;
}

/** One step of a deletion. True if there is more to do now. */
export type Step = (client: ClientBase, choice: Choice) => Promise<boolean>;

/** Removes the parts one after another, until a part has more rows than a step may remove. */
export async function removeAll(client: ClientBase, id: string, parts: Statement[]): Promise<boolean> {
  for (const part of parts) {
    if ((await rows(client, part, [id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  }
  // There may be another.
  return true;
}
