import * as sql from '../database/statements/generated/index.js';
import { Batcher } from '../database/batcher.js';
import { rareWrites } from '../database/rare-writes.js';
import { rows } from '../database/statements/statement.js';
import type { Statement } from '../database/statements/statement.js';
import { KEY_USE_INTERVAL_MS } from '@svc/domain';
import type { KeyState } from '@svc/domain';
import type { Pool } from 'pg';

/** Another process, or this one before it was started anew, may have written the use a moment ago. */
const WRITTEN_LATELY_MS = KEY_USE_INTERVAL_MS - 5_000;

/** Records when keys were last used. */
export function createKeyUses(pool: Pool) {
  const latelyMs = WRITTEN_LATELY_MS;
  return {
    /** Records that a key is used now, to the minute. No caller should wait for the result. */
    noteUse: rareWrites(KEY_USE_INTERVAL_MS, (ids) => rows(pool, sql.keys.noteUses, { ids, latelyMs })),
  };
}

export type KeyUses = ReturnType<typeof createKeyUses>;

/** Records for a service that a key is used now. The service goes on at once; what fails is logged. */
export function noteKeyUse(
  keyId: string,
  {
    keys,
    logger,
  }: { keys: Pick<KeyUses, 'noteUse'>; logger: { warn(fields: object, message: string): void } },
): void {
  keys.noteUse(keyId).catch((error: unknown) => {
    logger.warn({ err: error, key_id: keyId }, 'could not record the use of a key');
  });
}

/** A key as the person sees it who has made it. Its text is not shown again. */
export interface KeyRecord {
  keyId: string;
  name: string;
  state: KeyState;
  createdAt: Date;
  revokedAt: Date | null;
  /** To the minute; `null` if it was never used. */
  lastUsedAt: Date | null;
}

/** Looks keys up by their ids, many by one statement: when a hub restarts, all of its agents connect again at once. */
export function createKeyLookup<Identity extends { keyId: string }>(
  pool: Pool,
  statement: Statement<{ ids: readonly string[] }, Identity>,
): (keyId: string) => Promise<Identity | null> {
  const identifying = new Batcher<string, Identity | null>(async (keyIds) => {
    const found = await rows(pool, statement, { ids: keyIds });
    const byId = new Map(found.map((key) => [key.keyId, key]));
    return keyIds.map((keyId) => byId.get(keyId) ?? null);
  });
  return (keyId) => identifying.add(keyId);
}
