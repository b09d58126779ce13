import { Batcher, rows } from '@svc/database';
import type { Statement } from '@svc/database';
import type { Pool } from 'pg';

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
