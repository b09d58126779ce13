import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { EVENT_TYPES, quotaExceeded } from '@svc/domain';
import type { EventType, QuotaName, Quotas } from '@svc/domain';
import type { Pool } from 'pg';
import { LATEST_FIRST } from '../messages/conversation-order.js';
import { SoftLimit } from './soft-limit.js';
import type { TakeBack } from './soft-limit.js';

/** Things that an owner is about to have: a user, an agent, or whoever sends files. */
interface Wanted {
  quota: QuotaName;
  ownerId: string;
  /** Default 1. */
  more?: number;
}

/** How much of a quota a user has used. */
interface QuotaUse {
  quota: (typeof SHOWN)[number];
  used: number;
  /** `null` is no quota. */
  allowed: number | null;
}

/** In the order in which people read them. */
const SHOWN = [
  'agents_per_user',
  'conversations_per_user',
  'rules_per_user',
  'media_bytes_per_user',
] as const;

/** What people are shown is counted no further than this, unless the quota is larger. */
const SHOWN_MAX = 100_000;

export type QuotaGuard = ReturnType<typeof quotaGuard>;

/** The quotas of an installation. What is made asks here first, and its statements count nothing. */
export function quotaGuard(pool: Pool, quotas: Quotas, nowMs?: () => number) {
  const limits = Object.fromEntries(
    Object.entries(quotas).map(([name, max]) => [
      name,
      new SoftLimit({ max, count: (ownerId) => count(name as QuotaName, ownerId, max), nowMs }),
    ]),
  ) as Record<QuotaName, SoftLimit>;

  return {
    /** All of them, by their names. */
    limits,

    /**
     * Lets things in, all or none. What it returns takes all of them back, or so much of each.
     *
     * @throws ServiceError `quota_exceeded` for the first quota that is used up.
     */
    async admit(...wanted: readonly Wanted[]): Promise<TakeBack> {
      const taken: TakeBack[] = [];
      const takeBack: TakeBack = (part) => taken.forEach((each) => each(part));
      for (const { quota, ownerId, more } of wanted) {
        const one = await limits[quota].take(ownerId, more);
        if (one === null) {
          takeBack();
          throw quotaExceeded(quota, quotas);
        }
        taken.push(one);
      }
      return takeBack;
    },

    /** How much a user has at this moment. Of what is counted, `used` ends at the quota, or at 100,000 if that is more. */
    async useOf(userId: string): Promise<QuotaUse[]> {
      return Promise.all(
        SHOWN.map(async (quota) => {
          const used = await count(quota, userId, Math.max(quotas[quota], SHOWN_MAX));
          return { quota, used, allowed: quotas[quota] || null };
        }),
      );
    },
  };

  async function count(name: QuotaName, ownerId: string, max: number): Promise<number> {
    const [found] = isSummed(name)
      ? await rows<{ used: number }>(pool, SUMS[name], [ownerId])
      : await rows<{ used: number }>(pool, COUNTS[name], [ownerId, max]);
    return found?.used ?? 0;
  }
}

/** A statement that counts up to `$2`, and no further. */
function counting(name: string, each: string): WrittenStatement {
  return { name: `quota-count-${name}`, text: `SELECT count(*)::int AS used FROM (${each} LIMIT $2) known` };
}

/** Open events, and failed ones whose run is open. Each is read in the order of an index of the owner's own: where there are few owners, planners would go through those of all. */
function waitingEvents(types: readonly EventType[]): string {
  const ofTypes = `agent_id = $1 AND type IN (${types.map((type) => `'${type}'`).join(', ')})`;
  return `(SELECT 1 FROM event WHERE ${ofTypes} AND state = 'open' ORDER BY type, push_no LIMIT $2)
    UNION ALL (SELECT 1 FROM event WHERE ${ofTypes} AND is_listed AND state = 'failed' ORDER BY type, seq LIMIT $2)`;
}

type SummedName = 'media_bytes_per_user' | 'media_bytes_per_agent';

function isSummed(name: QuotaName): name is SummedName {
  return name in SUMS;
}

/** How many the owner `$1` has of each. */
export const COUNTS: Record<Exclude<QuotaName, SummedName>, WrittenStatement> = {
  agents_per_user: counting('agents', 'SELECT 1 FROM agent WHERE owner_id = $1 AND deleted_at IS NULL'),
  tasks_per_agent: counting('tasks', 'SELECT 1 FROM task WHERE agent_id = $1 AND deleted_at IS NULL'),
  conversations_per_user: counting(
    'conversations',
    `SELECT 1 FROM conversation WHERE user_id = $1 ORDER BY ${LATEST_FIRST}`,
  ),
  rules_per_user: counting('rules', 'SELECT 1 FROM decision_rule WHERE user_id = $1'),
  events_waiting_per_agent: counting(
    'events',
    waitingEvents(EVENT_TYPES.filter((type) => type !== 'task_trigger')),
  ),
  triggers_waiting_per_agent: counting('triggers', waitingEvents(['task_trigger'])),
  uploads_waiting_per_sender: counting(
    'uploads',
    `SELECT 1 FROM upload WHERE user_id = $1 AND agent_id IS NULL
    UNION ALL SELECT 1 FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id WHERE a.id = $1`,
  ),
};

/** The same of bytes. The row of a file says who has sent it, since its message may be gone before it. */
const SUMS: Record<SummedName, WrittenStatement> = {
  media_bytes_per_user: {
    name: 'quota-sum-bytes-of-user',
    text: `
    SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
      SELECT m.byte_length FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = $1
      UNION ALL SELECT byte_length FROM upload WHERE user_id = $1
    ) files`,
  },
  media_bytes_per_agent: {
    name: 'quota-sum-bytes-of-agent',
    text: `
    SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
      SELECT byte_length FROM media WHERE agent_id = $1 AND is_from_agent
      UNION ALL SELECT u.byte_length FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id WHERE a.id = $1
    ) files`,
  },
};
