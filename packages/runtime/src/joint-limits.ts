import { createHash } from 'node:crypto';
import type { Logger } from './logger.js';
import { Loop } from './loop.js';
import { RateLimit, WINDOW_MS } from './rate-limit.js';
import type { RateCounter } from './rate-limit.js';
import type { Service } from './service.js';

/** Where processes add up what they have counted. */
export interface SharedCounts {
  /** Adds points, each subject once; returns what all processes have counted, in the same order. */
  add(
    counts: readonly { subject: Buffer; points: number }[],
    windowMs: number,
  ): Promise<{ points: number; leftMs: number }[]>;
  /** Removes some counts whose window is over. Whether there may be more. */
  removeEnded(): Promise<boolean>;
}

export interface JointLimitsOptions {
  counts: SharedCounts;
  /** The same in all processes of an installation, and known to no caller: no caller can choose with whom to share an address's counter. */
  salt: () => Promise<string>;
  logger: Logger;
  /** How often counts are exchanged, in milliseconds. Default 250. */
  intervalMs?: number;
}

const INTERVAL_MS = 250;

/** A counter that has used less than this part of a limit here is not exchanged: most callers are far from their limits and cost nothing. */
const SHARED_FROM = 1 / 20;

/** Counters of one statement. */
const BATCH_MAX = 1_000;

/** After a failure nothing is exchanged for so long, in milliseconds. */
const REST_MS = 5_000;

const REMOVAL_INTERVAL_MS = 60_000;

/**
 * Makes limits count over all processes. A call is decided at once, by what this process knows. What callers have used is exchanged with the other processes
 * in the background, so over N processes a caller gets at most its limit, what all accept between two exchanges, and a twentieth of the limit for each further
 * process. If the counts cannot be exchanged, each process counts for itself until they can.
 */
export class JointLimits implements Service {
  readonly name = 'joint-limits';
  readonly #options: JointLimitsOptions;
  readonly #loop: Loop;
  /** Counters with something to tell, and the names of their limits. */
  readonly #unsent = new Map<RateCounter, string>();
  #salt: string | null = null;
  #restUntilMs = 0;
  #isAlone = false;
  #removalAtMs = performance.now() + REMOVAL_INTERVAL_MS;

  constructor(options: JointLimitsOptions) {
    this.#options = options;
    const { intervalMs = INTERVAL_MS, logger } = options;
    this.#loop = new Loop({ name: this.name, intervalMs, tick: (signal) => this.#tick(signal), logger });
  }

  /** Asks for the salt first. If it came later, addresses would get other counters in the middle of a minute. */
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
      await this.#removeEnded(signal);
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
      subject: createHash('sha256').update(`${salt} ${name} ${key}`).digest().subarray(0, 16),
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

  async #removeEnded(signal: AbortSignal): Promise<void> {
    if (performance.now() < this.#removalAtMs) return;
    while (!signal.aborted && (await this.#options.counts.removeEnded()));
    this.#removalAtMs = performance.now() + REMOVAL_INTERVAL_MS;
  }
}
