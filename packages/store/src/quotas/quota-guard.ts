import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Statement } from '../database/statements/statement.js';
import { quotaExceeded } from '@svc/domain';
import type { QuotaName, Quotas } from '@svc/domain';
import type { Pool } from 'pg';
import { SoftLimit } from './soft-limit.js';
import type { TakeBack } from './soft-limit.js';

/** Things that an owner is about to have: a user, an agent, or the sender of files. */
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
    const [found] = await rows(pool, USED[name], { ownerId, max });
    return found?.used ?? 0;
  }
}

/** How much an owner has: things are counted up to a number, bytes are summed up. */
const USED: Record<QuotaName, Statement<{ ownerId: string; max: number }, { used: number }>> = {
  agents_per_user: sql.quotas.agents,
  tasks_per_agent: sql.quotas.tasks,
  conversations_per_user: sql.quotas.conversations,
  rules_per_user: sql.quotas.rules,
  events_waiting_per_agent: sql.quotas.events,
  triggers_waiting_per_agent: sql.quotas.triggers,
  trigger_bytes_waiting_per_agent: sql.quotas.triggerBytes,
  uploads_waiting_per_sender: sql.quotas.uploads,
  media_bytes_per_user: sql.quotas.bytesOfUser,
  media_bytes_per_agent: sql.quotas.bytesOfAgent,
};
