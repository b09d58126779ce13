import { rows } from '@svc/database';
import type { Quotas } from '@svc/domain';
import type { Pool } from 'pg';

/** How much of a quota a user has used. */
export interface QuotaUse {
  quota: 'agents_per_user' | 'conversations_per_user' | 'rules_per_user' | 'media_bytes_per_user';
  used: number;
  /** `null` is no quota. */
  allowed: number | null;
}

/** Nobody counts further than this, unless the quota is larger. */
const COUNTED_MAX = 100_000;

/** How much a user has of what has a quota per user. */
export function quotaUseQueries(pool: Pool, quotas: Quotas) {
  return {
    /** In the order in which people read it. Of what is counted, `used` ends at the quota, or at 100,000 if that is more. */
    async of(userId: string): Promise<QuotaUse[]> {
      const counted = COUNTED.map((quota) => Math.max(quotas[quota], COUNTED_MAX));
      const [found] = await rows<Record<QuotaUse['quota'], number>>(pool, COUNT_USED, [userId, ...counted]);
      return ORDER.map((quota) => ({
        quota,
        used: found?.[quota] ?? 0,
        allowed: quotas[quota] === 0 ? null : quotas[quota],
      }));
    },
  };
}

const COUNTED = ['agents_per_user', 'conversations_per_user', 'rules_per_user'] as const;
const ORDER: QuotaUse['quota'][] = [...COUNTED, 'media_bytes_per_user'];

const COUNT_USED = {
  name: 'quota-use-count-2',
  text: `
    SELECT (SELECT count(*)::int FROM (SELECT 1 FROM agent WHERE owner_id = $1 AND deleted_at IS NULL LIMIT $2) known) AS agents_per_user,
           (SELECT count(*)::int FROM (SELECT 1 FROM conversation WHERE user_id = $1 LIMIT $3) known) AS conversations_per_user,
           (SELECT count(*)::int FROM (SELECT 1 FROM decision_rule WHERE user_id = $1 LIMIT $4) known) AS rules_per_user,
           coalesce((SELECT bytes FROM media_use WHERE user_id = $1), 0)::float8 AS media_bytes_per_user`,
};
