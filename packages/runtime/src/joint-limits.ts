import { createHash } from 'node:crypto';
import type { Logger } from './logger.js';
import { Loop } from './loop.js';
import { RateLimit, WINDOW_SECONDS } from './rate-limit.js';
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
  /** The same in all processes of an installation, and known to nobody else: nobody can choose with whom to share an address's counter. */
  salt: () => Promise<string>;
  logger: Logger;
  /** How often counts are exchanged, in milliseconds. Default 250. */
  intervalMs?: number;
}

/** A subject whose count is exchanged. */
interface Shared {
  limit: RateLimit;
  key: string;
  subject: Buffer;
  /** What was counted here and not yet exchanged. */
  points: number;
  endsAtMs: number;
}

const INTERVAL_MS = 250;

/** A subject that has used less than this part of a limit here is not exchanged: most callers are far from their limits and cost nothing. */
const SHARED_FROM = 1 / 20;

/** Subjects that are exchanged at most. Further ones count in this process alone. */
const SUBJECTS_MAX = 50_000;

/** Subjects of one statement. */
const BATCH_MAX = 1_000;

/** After a failure nothing is exchanged for a second; after each further one for twice as long, up to half a minute. */
const REST_MS = { min: 1_000, max: 30_000 };

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
  readonly #subjects = new Map<string, Shared>();
  /** Those of them with something to exchange. */
  readonly #spent = new Set<Shared>();
  #salt: string | null = null;
  #restUntilMs = 0;
  #failures = 0;
  #removalAtMs = performance.now() + REMOVAL_INTERVAL_MS;

  constructor(options: JointLimitsOptions) {
    this.#options = options;
    this.#loop = new Loop({
      name: this.name,
      intervalMs: options.intervalMs ?? INTERVAL_MS,
      turn: (signal) => this.#turn(signal),
      logger: options.logger,
    });
  }

  /** Asks for the salt first. If it came later, addresses would get other counters in the middle of a minute. */
  async start(): Promise<void> {
    // The first turn asks again, and says if it fails.
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
    const limit: RateLimit = new RateLimit(perMinute, (key, points, counted) => {
      if (counted >= from) this.#note(limit, { name, key, points, counted });
    });
    return limit;
  }

  #note(
    limit: RateLimit,
    { name, key, points, counted }: { name: string; key: string; points: number; counted: number },
  ): void {
    const id = `${name} ${key}`;
    const known = this.#subjects.get(id);
    // Where the window has just begun, nothing of the one before counts.
    if (known !== undefined && counted > points && known.endsAtMs > performance.now()) {
      known.points += points;
      this.#spent.add(known);
      return;
    }
    if (known !== undefined) this.#forget(id, known);
    if (this.#salt === null || this.#subjects.size >= SUBJECTS_MAX) return;
    const shared: Shared = {
      ...{ limit, key, points: counted, endsAtMs: performance.now() + WINDOW_SECONDS * 1_000 },
      subject: createHash('sha256').update(`${this.#salt} ${id}`).digest().subarray(0, 16),
    };
    this.#subjects.set(id, shared);
    this.#spent.add(shared);
  }

  #forget(id: string, shared: Shared): void {
    this.#subjects.delete(id);
    this.#spent.delete(shared);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    this.#forgetEnded();
    if (performance.now() < this.#restUntilMs) return;
    try {
      this.#salt ??= await this.#options.salt();
      await this.#exchange(signal);
      await this.#removeEnded(signal);
      if (this.#failures > 0) this.#options.logger.info('limits count over all processes again');
      this.#failures = 0;
    } catch (error) {
      if (this.#failures === 0)
        this.#options.logger.warn({ err: error }, 'limits count in this process alone for now');
      this.#restUntilMs = performance.now() + Math.min(REST_MS.max, REST_MS.min * 2 ** this.#failures);
      this.#failures += 1;
    }
  }

  async #exchange(signal: AbortSignal): Promise<void> {
    const all = [...this.#spent];
    for (let from = 0; from < all.length && !signal.aborted; from += BATCH_MAX) {
      await this.#exchangeBatch(all.slice(from, from + BATCH_MAX));
    }
  }

  async #exchangeBatch(batch: readonly Shared[]): Promise<void> {
    const sent = batch.map(({ subject, points }) => ({ subject, points }));
    const windowMs = WINDOW_SECONDS * 1_000;
    const counted = await this.#options.counts.add(sent, windowMs);
    const nowMs = performance.now();
    batch.forEach((shared, index) => {
      const total = counted[index];
      if (total === undefined) return;
      // Something may have been counted here meanwhile.
      shared.points -= sent[index]?.points ?? 0;
      if (shared.points === 0) this.#spent.delete(shared);
      shared.endsAtMs = nowMs + total.leftMs;
      shared.limit.set(shared.key, { points: total.points + shared.points, leftMs: total.leftMs });
    });
  }

  #forgetEnded(): void {
    const nowMs = performance.now();
    for (const [id, shared] of this.#subjects) if (shared.endsAtMs <= nowMs) this.#forget(id, shared);
  }

  async #removeEnded(signal: AbortSignal): Promise<void> {
    if (performance.now() < this.#removalAtMs) return;
    while (!signal.aborted && (await this.#options.counts.removeEnded()));
    this.#removalAtMs = performance.now() + REMOVAL_INTERVAL_MS;
  }
}
