import * as sql from '../database/statements/generated/index.js';
import { Batcher } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import type { Statement } from '../database/statements/statement.js';
import { quotaExceeded } from '@svc/domain';
import type { QuotaName, Quotas } from '@svc/domain';
import type { Pool } from 'pg';

/** Of a user, an agent, or the sender of files. */
interface Wanted {
  quota: QuotaName;
  ownerId: string;
  /** Default 1. */
  more?: number;
}

/** In the order in which people read them. */
const SHOWN = [
  'agents_per_user',
  'conversations_per_user',
  'rules_per_user',
  'media_bytes_per_user',
] as const;

const COUNTED_MAX = 32;

/** What people are shown is counted no further, unless the quota is larger. */
const SHOWN_MAX = 100_000;

export type QuotaGuard = ReturnType<typeof quotaGuard>;

/** What is made asks here first, and its statements count nothing. */
export function quotaGuard(pool: Pool, quotas: Quotas, nowMs?: () => number) {
  const limits = Object.fromEntries(
    Object.entries(quotas).map(([name, max]) => {
      // One owner who has very many does not keep the others waiting.
      const apart = { itemsMax: COUNTED_MAX, keyOf: (ownerId: string) => ownerId };
      const counting = new Batcher<string, number>((owners) => count(name as QuotaName, owners, max), apart);
      return [name, new SoftLimit({ max, count: (ownerId) => counting.add(ownerId), nowMs })];
    }),
  ) as Record<QuotaName, SoftLimit>;

  return {
    /**
     * All or none. What it returns takes all of them back, or so much of each.
     * @throws ServiceError `quota_exceeded` for the first quota that is used up.
     */
    async admit(...wanted: readonly Wanted[]): Promise<TakeBack> {
      const takes = await Promise.allSettled(wanted.map(takeOne));
      const taken = takes.flatMap((take) => (take.status === 'fulfilled' ? [take.value] : []));
      const takeBack: TakeBack = (part) => taken.forEach((each) => each(part));
      const refused = takes.find((take) => take.status === 'rejected');
      if (refused === undefined) return takeBack;
      takeBack();
      throw refused.reason;
    },

    /** `allowed` is `null` without a quota. Counts end at the quota, or at 100,000 if that is more. */
    useOf(userId: string) {
      const uses = SHOWN.map(async (quota) => {
        const [used = 0] = await count(quota, [userId], Math.max(quotas[quota], SHOWN_MAX));
        return { quota, used, allowed: quotas[quota] || null };
      });
      return Promise.all(uses);
    },
  };

  async function takeOne({ quota, ownerId, more }: Wanted): Promise<TakeBack> {
    const taken = await limits[quota].take(ownerId, more);
    if (taken === null) throw quotaExceeded(quota, quotas);
    return taken;
  }

  async function count(quota: QuotaName, ownerIds: string[], max: number): Promise<number[]> {
    const found = await rows(pool, USED[quota], { ownerIds, max, quota });
    return found.map(({ used }) => used);
  }
}

/** Things are counted up to a number, bytes are summed up. */
const USED: Record<
  QuotaName,
  Statement<{ ownerIds: string[]; max: number; quota: QuotaName }, { used: number }>
> = {
  agents_per_user: sql.quotas.owned,
  tasks_per_agent: sql.quotas.owned,
  conversations_per_user: sql.quotas.conversations,
  rules_per_user: sql.quotas.owned,
  events_waiting_per_agent: sql.quotas.events,
  triggers_waiting_per_agent: sql.quotas.triggers,
  trigger_bytes_waiting_per_agent: sql.quotas.triggerBytes,
  uploads_waiting_per_sender: sql.quotas.uploads,
  media_bytes_per_user: sql.quotas.bytesOfUser,
  media_bytes_per_agent: sql.quotas.bytesOfAgent,
};

interface SoftLimitOptions {
  /** 0 is no limit. */
  max: number;
  count: (ownerId: string) => Promise<number>;
  nowMs?: (() => number) | undefined;
}

/** Takes back what was not made after all: all of it, or a part. */
export type TakeBack = (part?: number) => void;

/** How long a count is used at most. */
export const COUNT_KEPT_MS = 2_000;

/** A small limit is counted again sooner: after so many milliseconds for each thing that there may be. */
const KEPT_MS_EACH = 0.2;

/** A count is used for a while, with what this process lets in. What others let in passes the limit. */
export class SoftLimit {
  readonly max: number;
  readonly #counts: TtlCache<{ used: number }>;

  constructor({ max, count, nowMs }: SoftLimitOptions) {
    this.max = max;
    this.#counts = new TtlCache({
      ask: async (ownerId) => ({ used: await count(ownerId) }),
      ttlMs: Math.min(COUNT_KEPT_MS, max * KEPT_MS_EACH),
      nowMs,
    });
  }

  /** `null` if they are too many. */
  async take(ownerId: string, more = 1): Promise<TakeBack | null> {
    if (this.max === 0) return () => {};
    const count = await this.#counts.get(ownerId);
    if (count.used + more > this.max) return null;
    count.used += more;
    return (part = more) => {
      count.used -= part;
    };
  }
}

interface TtlCacheOptions<Value> {
  ask: (key: string) => Promise<Value>;
  /** In milliseconds, at most. At least, an answer is kept half as long. */
  ttlMs: number;
  nowMs?: (() => number) | undefined;
}

/** With more answers than this all are forgotten. */
const ENTRIES_MAX = 50_000;

/** An answer that took long is kept so many times as long: asking takes a twentieth of the time. */
const KEPT_PER_ASKED = 20;

/** Calls for one key that come together share a question; a failure is not kept. */
export class TtlCache<Value> {
  readonly #options: TtlCacheOptions<Value>;
  readonly #entries = new Map<string, { answer: Promise<Value>; untilMs: number }>();

  constructor(options: TtlCacheOptions<Value>) {
    this.#options = options;
  }

  get(key: string): Promise<Value> {
    const { ask, ttlMs, nowMs = () => performance.now() } = this.#options;
    const known = this.#entries.get(key);
    const askedMs = nowMs();
    if (known !== undefined && askedMs < known.untilMs) return known.answer;
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.clear();
    const entry = { answer: ask(key), untilMs: Infinity };
    this.#entries.set(key, entry);
    entry.answer.then(
      () => {
        // Not all as long, so that what was asked at once is not asked again at once.
        const keptMs = ttlMs * (0.5 + Math.random() / 2);
        entry.untilMs = nowMs() + Math.max(keptMs, KEPT_PER_ASKED * (nowMs() - askedMs));
      },
      () => this.#entries.delete(key),
    );
    return entry.answer;
  }
}
