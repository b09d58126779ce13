import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ServiceError } from '@svc/domain';

export const WINDOW_MS = 60_000;

/** What was counted for a key in the window that runs. */
export interface RateCounter {
  readonly key: string;
  points: number;
  /** Counted here, and not yet told to other processes. */
  unsentPoints: number;
  /** On the clock of `performance.now()`. */
  endsAtMs: number;
}

/** Allows a number of calls, or of bytes, a minute for each key, counted in this process's memory. `JointLimits` makes limits that other processes count for too. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #onCounted: ((counter: RateCounter) => void) | undefined;
  readonly #counters = new Map<string, RateCounter>();
  #sweepAtMs = 0;

  constructor(perMinute: number, onCounted?: (counter: RateCounter) => void) {
    this.#perMinute = perMinute;
    this.#onCounted = onCounted;
  }

  /** Counts a call, or so many bytes. Rejects with ServiceError `rate_limited`, which says when to try again; then nothing is counted. */
  async consume(key: string, points = 1): Promise<void> {
    const counter = this.#find(key);
    if (counter !== undefined && counter.points + points > this.#perMinute) throw rateLimited(counter);
    await this.count(key, points);
  }

  /** Counts without refusing. {@link assertMayCall} refuses calls over the limit. */
  async count(key: string, points = 1): Promise<void> {
    const counter = this.#find(key) ?? this.#begin(key);
    counter.points += points;
    counter.unsentPoints += points;
    this.#onCounted?.(counter);
  }

  /** Rejects like {@link consume} if the key has used up its calls, without counting. */
  async assertMayCall(key: string): Promise<void> {
    const counter = this.#find(key);
    if (counter !== undefined && counter.points >= this.#perMinute) throw rateLimited(counter);
  }

  #find(key: string): RateCounter | undefined {
    const counter = this.#counters.get(key);
    return counter === undefined || counter.endsAtMs <= performance.now() ? undefined : counter;
  }

  #begin(key: string): RateCounter {
    const nowMs = performance.now();
    if (this.#sweepAtMs <= nowMs) this.#sweep(nowMs);
    const counter = { key, points: 0, unsentPoints: 0, endsAtMs: nowMs + WINDOW_MS };
    this.#counters.set(key, counter);
    return counter;
  }

  #sweep(nowMs: number): void {
    this.#sweepAtMs = nowMs + WINDOW_MS;
    for (const [key, { endsAtMs }] of this.#counters) if (endsAtMs <= nowMs) this.#counters.delete(key);
  }
}

function rateLimited({ endsAtMs }: RateCounter): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - performance.now()) / 1_000));
  return new ServiceError('rate_limited', { retryAfterSeconds });
}

const BUCKETS = 65_536;

/**
 * Maps addresses to a bounded number of keys, because a caller can use very many addresses. Because of the salt, no caller can choose with
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
