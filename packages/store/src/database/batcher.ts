import { errorCodesOf, Semaphore } from '@svc/domain';
import { isLockTimeout, lockedError } from './bulkhead.js';
import { isDataRefused } from './unfit-connections.js';
import { isInUnitOfWork } from './transaction.js';

export interface BatcherOptions<Item> {
  /** Default 256. */
  itemsMax?: number;
  /** Default 2. */
  callsMax?: number;
  /** Further ones are refused with an error. Default 50,000. */
  waitingMax?: number;
  /**
   * The rows that an item locks, usually those of an agent. If a lock keeps a batch waiting, its items are
   * done once more, those of each key by themselves. Without it the batch fails as a whole.
   */
  keyOf?: (item: Item) => string;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Apart<Item, Result> {
  items: Waiting<Item, Result>[];
  isUnderWay: boolean;
}

/** Keys whose items are done by themselves at once, and keys that are remembered as blocked. */
const APART_AT_ONCE_MAX = 4;
const APART_KEYS_MAX = 10_000;

/**
 * Turns single calls into calls for many, without a timer. If a call is free, an item goes at once; if not,
 * it joins the batch that leaves when a call ends. If the database refuses a batch for its data, its items
 * are done one by one, so that only the item to blame fails.
 * @param run gets the items in order and must answer with one result per item, in the same order.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>;
  readonly #itemsMax: number;
  readonly #callsMax: number;
  readonly #waitingMax: number;
  readonly #keyOf: BatcherOptions<Item>['keyOf'];
  readonly #apart = new Map<string, Apart<Item, Result>>();
  readonly #apartAtOnce = new Semaphore({ max: APART_AT_ONCE_MAX });
  #waiting: Waiting<Item, Result>[] = [];
  #apartCount = 0;
  #calls = 0;
  #scheduled = false;

  constructor(run: (items: Item[]) => Promise<Result[]>, options: BatcherOptions<Item> = {}) {
    this.#run = run;
    this.#itemsMax = options.itemsMax ?? 256;
    this.#callsMax = options.callsMax ?? 2;
    this.#waitingMax = options.waitingMax ?? 50_000;
    this.#keyOf = options.keyOf;
  }

  add(item: Item): Promise<Result> {
    // Others would wait for the commit, and their items would be rolled back with it.
    if (isInUnitOfWork()) return this.#run([item]).then(([result]) => result as Result);
    if (this.#waiting.length + this.#apartCount >= this.#waitingMax)
      return Promise.reject(new Error('Too many items wait for the database'));
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      if (this.#goesApart(waiting)) return;
      this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  // Items added in the same tick of the event loop leave together.
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
      if (this.#keyOf !== undefined && keptWaiting(error)) this.#takeApart(batch, this.#keyOf);
      else for (const waiting of batch) waiting.reject(error);
    }
  }

  async #answer(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !isDataRefused(error)) throw error;
      for (const waiting of batch) await this.#answer([waiting]).catch(waiting.reject);
    }
  }

  /** Items of the same keys that wait go by themselves too. Other items take the place of the batch. */
  #takeApart(batch: Waiting<Item, Result>[], keyOf: (item: Item) => string): void {
    for (const { item } of batch) {
      const key = keyOf(item);
      if (!this.#apart.has(key)) this.#apart.set(key, { items: [], isUnderWay: false });
    }
    this.#waiting = [...batch, ...this.#waiting].filter((waiting) => !this.#goesApart(waiting));
    for (const key of this.#apart.keys()) {
      if (this.#apart.size <= APART_KEYS_MAX) return;
      this.#apart.delete(key);
    }
  }

  #goesApart(waiting: Waiting<Item, Result>): boolean {
    const key = this.#keyOf?.(waiting.item);
    const apart = key === undefined ? undefined : this.#apart.get(key);
    if (key === undefined || apart === undefined) return false;
    apart.items.push(waiting);
    this.#apartCount += 1;
    if (!apart.isUnderWay) void this.#runApart(key, apart);
    return true;
  }

  async #runApart(key: string, apart: Apart<Item, Result>): Promise<void> {
    apart.isUnderWay = true;
    while (apart.items.length > 0) await this.#apartAtOnce.run(() => this.#answerApart(key, apart));
    apart.isUnderWay = false;
  }

  /** Once it succeeds, the key's further items go with all others again. */
  async #answerApart(key: string, apart: Apart<Item, Result>): Promise<void> {
    const items = apart.items.splice(0, this.#itemsMax);
    this.#apartCount -= items.length;
    try {
      await this.#answer(items);
      this.#apart.delete(key);
    } catch (error) {
      const isLocked = isLockTimeout(error);
      // Those that have come meanwhile would wait for the same lock.
      if (isLocked) {
        this.#apartCount -= apart.items.length;
        items.push(...apart.items.splice(0));
      } else if (!keptWaiting(error)) this.#apart.delete(key);
      for (const waiting of items) waiting.reject(isLocked ? lockedError(error) : error);
    }
  }
}

/** Also `query_canceled`: the statement took too long. The whole statement was rolled back. */
function keptWaiting(error: unknown): boolean {
  return isLockTimeout(error) || errorCodesOf(error).includes('57014');
}

/** Single look-ups, of which many at once are one statement. They give `null` for what is not found. */
export function lookUpTogether<Row>(
  find: (keys: string[]) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  options: BatcherOptions<string> = {},
): (key: string) => Promise<Row | null> {
  const looking = new Batcher<string, Row | null>(async (keys) => {
    const found = new Map((await find(keys)).map((row) => [keyOf(row), row]));
    return keys.map((key) => found.get(key) ?? null);
  }, options);
  return (key) => looking.add(key);
}

/** Single writes, of which many at once are one statement. */
export function writeTogether<Item>(
  write: (items: Item[]) => Promise<unknown>,
  options: BatcherOptions<Item> = {},
): (item: Item) => Promise<void> {
  const writing = new Batcher<Item, void>(async (items) => {
    await write(items);
    return items.map(() => undefined);
  }, options);
  return (item) => writing.add(item);
}
