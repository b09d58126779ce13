import { Batcher, rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import type { Pool } from 'pg';

/**
 * Looks keys up by their ids, many by one statement: when a hub restarts, all of its agents connect again at once.
 *
 * @param statement takes a list of ids, and returns a row for each of them that there is.
 */
export function createKeyLookup<Identity extends { keyId: string }>(
  pool: Pool,
  statement: WrittenStatement,
): (keyId: string) => Promise<Identity | null> {
  const identifying = new Batcher<string, Identity | null>(async (keyIds) => {
    const found = await rows<Identity>(pool, statement, [keyIds]);
    const byId = new Map(found.map((key) => [key.keyId, key]));
    return keyIds.map((keyId) => byId.get(keyId) ?? null);
  });
  return (keyId) => identifying.add(keyId);
}
