import { errorCodesOf } from '@svc/domain';
import { isLockTimeout } from './lanes.js';
import type { Lanes } from './lanes.js';
import { isDataRefused } from './refused-data.js';
import { isInUnitOfWork } from './unit-of-work.js';

export interface BatcherOptions<Item> {
  /** Items that one call takes at most. */
  itemsMax?: number;
  /** Calls under way at once. */
  callsMax?: number;
  /** Items that may wait; further ones are refused with an error. */
  waitingMax?: number;
  /**
   * If one item waits for a lock, the other items of its batch wait too. With this option the items are done again apart from each other,
   * those of one key together, and the items of the blocked key go through its lane until the lock is free. Without it the batch fails as a
   * whole.
   */
  apart?: { lanes: Lanes; keyOf: (item: Item) => string };
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns single calls into calls for many, without a timer. If a call is free, an item goes at once. If not, it joins the batch that leaves
 * when a call ends. So a lone item waits for nothing, and batches grow with the load. If the database refuses a batch for its data, the
 * batch is done again in halves, so that only the item to blame fails.
 *
 * @param run gets the items in order and must answer with one result per item, in the same order.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>;
  readonly #itemsMax: number;
  readonly #callsMax: number;
  readonly #waitingMax: number;
  readonly #apart: BatcherOptions<Item>['apart'];
  #waiting: Waiting<Item, Result>[] = [];
  #calls = 0;
  #scheduled = false;

  constructor(run: (items: Item[]) => Promise<Result[]>, options: BatcherOptions<Item> = {}) {
    this.#run = run;
    this.#itemsMax = options.itemsMax ?? 256;
    this.#callsMax = options.callsMax ?? 2;
    this.#waitingMax = options.waitingMax ?? 50_000;
    this.#apart = options.apart;
  }

  add(item: Item): Promise<Result> {
    // Others would wait for the commit, and their items would be rolled back with it.
    if (isInUnitOfWork()) return this.#run([item]).then(([result]) => result as Result);
    if (this.#waiting.length >= this.#waitingMax)
      return Promise.reject(new Error('Too many items wait for the database'));
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const key = this.#apart?.keyOf(item);
      if (key !== undefined && this.#apart?.lanes.isBlocked(key) === true) {
        void this.#inLane(key, [waiting]);
        return;
      }
      this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  // Items added in the same turn of the event loop leave together.
  #schedule(): void {
    if (this.#scheduled || this.#calls >= this.#callsMax) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#calls < this.#callsMax) {
      const batch = this.#waiting.splice(0, this.#itemsMax);
      this.#calls += 1;
      void this.#call(batch).finally(() => {
        this.#calls -= 1;
        this.#start();
      });
    }
  }

  async #call(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      await this.#answer(batch);
    } catch (error) {
      // Not awaited: other items take the place of the batch.
      if (this.#apart !== undefined && keptWaiting(error)) void this.#takeApart(batch);
      else if (batch.length > 1 && isDataRefused(error)) await this.#inHalves(batch);
      else for (const waiting of batch) waiting.reject(error);
    }
  }

  async #answer(batch: Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#run(batch.map((waiting) => waiting.item));
    batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
  }

  /** In two steps, with the square root of the count of keys as size. So an innocent item waits at most once more for the same lock. */
  async #takeApart(batch: Waiting<Item, Result>[]): Promise<void> {
    const { lanes, keyOf } = this.#apart as NonNullable<BatcherOptions<Item>['apart']>;
    const byKey = new Map<string, Waiting<Item, Result>[]>();
    for (const waiting of batch) {
      const key = keyOf(waiting.item);
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [waiting]);
      else others.push(waiting);
    }
    const [[onlyKey] = ['']] = byKey;
    if (byKey.size === 1) {
      lanes.block(onlyKey);
      return this.#inLane(onlyKey, batch);
    }
    const groups = [...byKey.values()];
    const size = Math.floor(Math.sqrt(groups.length));
    const parts: Waiting<Item, Result>[][] = [];
    for (let first = 0; first < groups.length; first += size) {
      parts.push(groups.slice(first, first + size).flat());
    }
    await Promise.all(parts.map((part) => lanes.apart(() => this.#call(part))));
  }

  /** One item is to blame, and the whole statement was rolled back. Halves find this item in the fewest steps. */
  async #inHalves(batch: Waiting<Item, Result>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.#call(batch.slice(0, middle));
    await this.#call(batch.slice(middle));
  }

  async #inLane(key: string, items: Waiting<Item, Result>[]): Promise<void> {
    try {
      await this.#apart?.lanes.run(key, () => this.#answer(items));
    } catch (error) {
      for (const waiting of items) waiting.reject(error);
    }
  }
}

/** A lock was not granted in time, or the statement took too long. The whole statement was rolled back, and one item of it may be to blame. */
function keptWaiting(error: unknown): boolean {
  return isLockTimeout(error) || errorCodesOf(error).includes('57014');
}
