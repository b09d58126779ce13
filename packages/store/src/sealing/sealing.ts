import { rows } from '@svc/database';
import type { SealedPlace, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';
import { SEALED_COLUMNS } from './sealed-columns.js';
import type { SealedColumn } from './sealed-columns.js';
import { SEALING_STATEMENTS } from './sealing-sql.js';

/** Values of one column that one key has sealed. */
export interface SealedWith {
  column: SealedColumn;
  keyId: string;
}

export interface ResealingStep {
  resealed: number;
  /** The rows whose values no key opens; they stay as they are. */
  unopened: string[];
  /** The next step of this pass looks after this row; `null` if the pass is over. */
  next: string | null;
}

/** Rows that one step looks at. */
const ROWS_PER_STEP = 100;

/** Values are counted up to this number. */
const COUNT_MAX = 1_000_000;

const COLUMNS = Object.keys(SEALED_COLUMNS) as SealedColumn[];

export type Sealing = ReturnType<typeof sealingQueries>;

/** What sealed values are sealed with, and sealing them anew. */
export function sealingQueries(pool: Pool, box: SecretBox) {
  return {
    /** The ids of the keys that this process has; that of the sealing key is the first. */
    keyIds: (): string[] => box.keyIds,

    /** The ids of the keys that sealed values name and that this process does not have. */
    async missingKeys(): Promise<string[]> {
      const used = new Set((await inUse()).map(({ keyId }) => keyId));
      return [...used].filter((keyId) => !box.keyIds.includes(keyId));
    },

    /** How many values other keys than the sealing key have sealed, at most a million of each. */
    async left(): Promise<(SealedWith & { count: number })[]> {
      const former = (await inUse()).filter(({ keyId }) => keyId !== box.sealingKeyId);
      return Promise.all(
        former.map(async (values) => {
          const { count } = SEALING_STATEMENTS[values.column];
          const [row] = await rows<{ count: number }>(pool, count, [values.keyId, COUNT_MAX]);
          return { ...values, count: row?.count ?? 0 };
        }),
      );
    },

    /**
     * Seals the values of the next 100 rows anew, with the sealing key, in the order of their ids. A row that is locked, or whose value has changed since it
     * was read, is passed over, and comes up again in the next pass. Nothing is locked while this process works. Any number of processes may do this at once, and may be killed at any time.
     */
    async step({
      column,
      keyId,
      after,
    }: SealedWith & { after?: string | null | undefined }): Promise<ResealingStep> {
      const { read, replace } = SEALING_STATEMENTS[column];
      const found = await rows<SealedRow>(pool, read, [keyId, after ?? '', ROWS_PER_STEP]);
      const unopened: string[] = [];
      const anew: (SealedRow & { anew: Buffer })[] = [];
      for (const row of found) {
        const place = placeOf(column, row.id);
        try {
          anew.push({ ...row, anew: box.seal(box.open(row.sealed, place), place) });
        } catch {
          unopened.push(row.id);
        }
      }
      const values = [
        anew.map(({ id }) => id),
        anew.map(({ sealed }) => sealed),
        anew.map(({ anew }) => anew),
      ];
      const resealed = anew.length === 0 ? [] : await rows(pool, replace, values);
      const last = found.length < ROWS_PER_STEP ? undefined : found.at(-1);
      return { resealed: resealed.length, unopened, next: last?.id ?? null };
    },
  };

  async function inUse(): Promise<SealedWith[]> {
    const found = await Promise.all(
      COLUMNS.map(async (column) => {
        const ids = await rows<{ key_id: string }>(pool, SEALING_STATEMENTS[column].keys, []);
        return ids.map(({ key_id: keyId }) => ({ column, keyId }));
      }),
    );
    return found.flat();
  }
}

function placeOf(column: SealedColumn, rowId: string): SealedPlace {
  return { column: SEALED_COLUMNS[column].boundTo, rowId };
}

interface SealedRow {
  id: string;
  sealed: Buffer;
}
