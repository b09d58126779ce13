import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { SealingContext, SecretBox } from '@svc/domain';
import type { Pool } from 'pg';

const COLUMNS = [
  'agent.secret_sealed',
  'agent.signing_secret_sealed',
  'agent.previous_signing_sealed',
  'task.trigger_sealed',
  'task.sender_sealed',
  'idempotency_key.answer_sealed',
] as const;

type SealedColumn = (typeof COLUMNS)[number];

/** Values of one column that one key has sealed. */
export interface SealedWith {
  column: SealedColumn;
  keyId: string;
}

export interface ResealingStep {
  resealed: number;
  /** No key opens their values, which stay as they are. */
  unopened: string[];
  /** The next step looks after this row; `null` if the pass is over. */
  next: string | null;
}

const ROWS_PER_STEP = 100;

const COUNT_MAX = 1_000_000;

export type Sealing = ReturnType<typeof sealingQueries>;

export function sealingQueries(pool: Pool, box: SecretBox) {
  return {
    /** That of the sealing key is the first. */
    keyIds: (): string[] => box.keyIds,

    /** Keys that sealed values name and that this process does not have. */
    async missingKeys(): Promise<string[]> {
      const used = new Set((await inUse()).map(({ keyId }) => keyId));
      return [...used].filter((keyId) => !box.keyIds.includes(keyId));
    },

    /** Of other keys than the sealing key, at most a million each. */
    async left(): Promise<(SealedWith & { count: number })[]> {
      const former = (await inUse()).filter(({ keyId }) => keyId !== box.sealingKeyId);
      return Promise.all(
        former.map(async ({ column, keyId }) => {
          const [row] = await rows(pool, sql.sealing.count, { columnName: column, keyId, max: COUNT_MAX });
          return { column, keyId, count: row?.count ?? 0 };
        }),
      );
    },

    /**
     * Seals the next 100 rows anew, in the order of their ids. A row that is locked, or has changed since it
     * was read, comes up again in the next pass. Nothing is locked while this process works. Any number of
     * processes may do this at once, and may be killed at any time.
     */
    async step(asked: SealedWith & { after?: string | null | undefined }): Promise<ResealingStep> {
      const { column, keyId, after } = asked;
      const values = { columnName: column, keyId, after: after ?? '', max: ROWS_PER_STEP };
      const found = await rows(pool, sql.sealing.read, values);
      const unopened: string[] = [];
      const resealed: ((typeof found)[number] & { anew: Buffer })[] = [];
      for (const row of found) {
        const context = contextOf(column, row.id);
        try {
          resealed.push({ ...row, anew: box.seal(box.open(row.sealed, context), context) });
        } catch {
          unopened.push(row.id);
        }
      }
      const [done] = await rows(pool, sql.sealing.replace, {
        columnName: column,
        ids: resealed.map(({ id }) => id),
        formers: resealed.map(({ sealed }) => sealed),
        anews: resealed.map(({ anew }) => anew),
      });
      const last = found.length < ROWS_PER_STEP ? undefined : found.at(-1);
      return { resealed: done?.replaced ?? 0, unopened, next: last?.id ?? null };
    },
  };

  async function inUse(): Promise<SealedWith[]> {
    const found = await Promise.all(
      COLUMNS.map(async (column) => {
        const keys = await rows(pool, sql.sealing.keys, { columnName: column });
        return keys.map(({ keyId }) => ({ column, keyId }));
      }),
    );
    return found.flat();
  }
}

/** A rotation moves what signs between columns of its row, so all of these are bound as one. */
function contextOf(column: SealedColumn, rowId: string): SealingContext {
  const isSigning = column === 'agent.signing_secret_sealed' || column === 'agent.previous_signing_sealed';
  return { column: isSigning ? 'agent.secret_sealed' : column, rowId };
}
