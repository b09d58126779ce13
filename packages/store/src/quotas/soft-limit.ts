import { TtlCache } from './ttl-cache.js';

interface SoftLimitOptions {
  /** How many an owner may have; 0 is as many as there are. */
  max: number;
  /** How many an owner has. */
  count: (ownerId: string) => Promise<number>;
  nowMs?: (() => number) | undefined;
}

/** Takes back what was let in and not made after all: all of it, or a part. */
export type TakeBack = (part?: number) => void;

/** How long a count is used at most, in milliseconds. */
export const COUNT_KEPT_MS = 2_000;

/** Few are counted quickly, so a small limit is counted again sooner: after so many milliseconds for each thing that there may be. */
const KEPT_MS_EACH = 0.2;

/**
 * Lets things in until their owner has as many as may be. A count is used for a while, with what this process has let in since; what other processes let in
 * meanwhile passes the limit.
 */
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

  /**
   * Lets one more in, or several.
   *
   * @returns `null` if they are too many.
   */
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
