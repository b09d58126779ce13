import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { ServiceError } from '@svc/domain';
import ipaddr from 'ipaddr.js';
import type { Logger } from './logger.js';
import { Loop } from './service.js';
import type { Service } from './service.js';

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

/** Calls, or bytes, a minute for each key, in this process. `JointLimits` makes those of all processes. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #onCounted: ((counter: RateCounter) => void) | undefined;
  readonly #counters = new Map<string, RateCounter>();
  #sweepAtMs = 0;

  constructor(perMinute: number, onCounted?: (counter: RateCounter) => void) {
    this.#perMinute = perMinute;
    this.#onCounted = onCounted;
  }

  /** Rejects with ServiceError `rate_limited`; then nothing is counted. */
  async consume(key: string, points = 1): Promise<void> {
    const counter = this.#find(key);
    if (counter !== undefined && counter.points + points > this.#perMinute) throw rateLimited(counter);
    await this.count(key, points);
  }

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
 * A bounded number of keys, because a caller can use very many addresses. Because of the salt, no caller can
 * choose with whom to share one. While the shared salt is not known, and by default, the process has its own.
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

/** An address as it counts: an IPv4 address, the /64 network of an IPv6 address; any other text is itself. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

export interface SharedCounts {
  /** Adds points, each subject once; returns what all processes have counted, in the same order. */
  add(
    counts: readonly { subject: string; points: number }[],
    windowMs: number,
  ): Promise<{ points: number; leftMs: number }[]>;
}

export interface JointLimitsOptions {
  counts: SharedCounts;
  /** The same in all processes of an installation, and known to no caller. */
  salt: () => Promise<string>;
  logger: Logger;
  /** How often counts are exchanged, in milliseconds. Default 250. */
  intervalMs?: number;
}

const INTERVAL_MS = 250;

/** A counter below this part of its limit is not exchanged: most callers are far from their limits. */
const SHARED_FROM = 1 / 20;

const BATCH_MAX = 1_000;

/** After a failure nothing is exchanged for so long, in milliseconds. */
const REST_MS = 5_000;

/**
 * Limits that count over all processes. This process decides by what it knows, and counts are exchanged in
 * the background: over N processes a caller gets at most its limit, what all accept between two exchanges,
 * and a twentieth of the limit for each further process. If counts cannot be exchanged, each counts for
 * itself.
 */
export class JointLimits implements Service {
  readonly name = 'joint-limits';
  readonly #options: JointLimitsOptions;
  readonly #loop: Loop;
  readonly #unsent = new Map<RateCounter, string>();
  #salt: string | null = null;
  #restUntilMs = 0;
  #isAlone = false;

  constructor(options: JointLimitsOptions) {
    this.#options = options;
    const { intervalMs = INTERVAL_MS, logger } = options;
    this.#loop = new Loop({ name: this.name, intervalMs, tick: (signal) => this.#tick(signal), logger });
  }

  /** Asks for the salt first: later, addresses would get other counters in the middle of a minute. */
  async start(): Promise<void> {
    // The first tick asks again, and says if it fails.
    this.#salt ??= await this.#options.salt().catch(() => null);
    await this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** What addresses are hashed with; `null` until it is known. */
  get salt(): string | null {
    return this.#salt;
  }

  /** @param name of the limit, the same in all processes that share it. */
  limit(name: string, perMinute: number): RateLimit {
    const from = Math.max(1, Math.floor(perMinute * SHARED_FROM));
    return new RateLimit(perMinute, (counter) => {
      if (counter.points >= from) this.#unsent.set(counter, name);
    });
  }

  async #tick(signal: AbortSignal): Promise<void> {
    const { salt, logger } = this.#options;
    if (performance.now() < this.#restUntilMs) return;
    try {
      this.#salt ??= await salt();
      await this.#exchange(this.#salt, signal);
      if (this.#isAlone) logger.info('limits count over all processes again');
      this.#isAlone = false;
    } catch (error) {
      if (!this.#isAlone) logger.warn({ err: error }, 'limits count in this process alone for now');
      this.#isAlone = true;
      this.#restUntilMs = performance.now() + REST_MS;
    }
  }

  async #exchange(salt: string, signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    for (const counter of this.#unsent.keys()) if (counter.endsAtMs <= nowMs) this.#unsent.delete(counter);
    const all = [...this.#unsent];
    for (let from = 0; from < all.length && !signal.aborted; from += BATCH_MAX)
      await this.#exchangeBatch(salt, all.slice(from, from + BATCH_MAX));
  }

  async #exchangeBatch(salt: string, batch: readonly [RateCounter, string][]): Promise<void> {
    const unsent = batch.map(([{ key, unsentPoints }, name]) => ({
      subject: createHash('sha256').update(`${salt} ${name} ${key}`).digest('base64url').slice(0, 22),
      points: unsentPoints,
    }));
    const counted = await this.#options.counts.add(unsent, WINDOW_MS);
    const nowMs = performance.now();
    batch.forEach(([counter], index) => {
      const [sent, total] = [unsent[index], counted[index]];
      if (sent === undefined || total === undefined) return;
      // Something may have been counted here meanwhile.
      counter.unsentPoints -= sent.points;
      counter.points = total.points + counter.unsentPoints;
      counter.endsAtMs = nowMs + total.leftMs;
      if (counter.unsentPoints === 0) this.#unsent.delete(counter);
    });
  }
}
