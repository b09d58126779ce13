import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ServiceError } from '@svc/domain';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export const WINDOW_SECONDS = 60;

/**
 * Hears what was counted for a key: the points, and how many they are together in the window that runs. Nothing of a call that was refused.
 */
export type OnCounted = (key: string, points: number, counted: number) => void;

/** Allows a number of calls, or of bytes, a minute for each key, counted in this process's memory. `JointLimits` makes limits that other processes count for too. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #perMinute: number;
  readonly #onCounted: OnCounted | undefined;

  constructor(perMinute: number, onCounted?: OnCounted) {
    this.#perMinute = perMinute;
    this.#onCounted = onCounted;
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  }

  /** Counts a call, or so many bytes. Rejects with ServiceError `rate_limited`, which says when to try again. */
  async consume(key: string, points = 1): Promise<void> {
    try {
      const { consumedPoints } = await this.#limiter.consume(key, points);
      this.#onCounted?.(key, points, consumedPoints);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw rateLimited(refused.msBeforeNext);
      throw refused;
    }
  }

  /** Counts without refusing. {@link assertMayCall} refuses calls over the limit. */
  async count(key: string, points = 1): Promise<void> {
    const { consumedPoints } = await this.#limiter.penalty(key, points);
    this.#onCounted?.(key, points, consumedPoints);
  }

  /** Replaces what is counted for a key, and says when its window ends, because other processes have counted too. */
  set(key: string, { points, leftMs }: { points: number; leftMs: number }): void {
    void this.#limiter.set(key, points, leftMs / 1_000);
  }

  /** Rejects like {@link consume} if the key has used up its calls, without counting. */
  async assertMayCall(key: string): Promise<void> {
    const counted = await this.#limiter.get(key);
    if (counted !== null && counted.consumedPoints >= this.#perMinute)
      throw rateLimited(counted.msBeforeNext);
  }
}

function rateLimited(msBeforeNext: number): ServiceError {
  return new ServiceError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

const BUCKETS = 65_536;

/**
 * Maps addresses to a bounded number of keys, because a caller can use very many addresses. Because of the salt, nobody can choose with
 * whom to share a key. An IPv6 address counts as its /64 network, because one host can use all of it.
 *
 * @param shared the salt of all processes that count together; while it is not known, and by default, the process has its own.
 */
export function addressBuckets(
  shared: { readonly salt: string | null } = { salt: null },
): (address: string, name?: string) => string {
  const own = randomBytes(16);
  return (address, name = '') => {
    const digest = createHash('sha256')
      .update(shared.salt ?? own)
      .update(`${networkOf(address)} ${name}`)
      .digest();
    return String(digest.readUInt32BE(0) % BUCKETS);
  };
}

export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
