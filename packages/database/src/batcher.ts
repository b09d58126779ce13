export interface BatcherOptions {
  /** Items that one call takes at most. */
  itemsMax?: number;
  /** Calls under way at once. */
  callsMax?: number;
  /** Items that may wait; further ones are refused with an error. */
  waitingMax?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns single calls into calls for many, without a timer: an item that finds a call free goes at once, one that does
 * not joins the batch that leaves when a call ends. So a lone item waits for nothing, and batches grow with the load.
 *
 * @param run gets the items in order and must answer with one result per item, in the same order.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>;
  readonly #itemsMax: number;
  readonly #callsMax: number;
  readonly #waitingMax: number;
  #waiting: Waiting<Item, Result>[] = [];
  #calls = 0;
  #scheduled = false;

  constructor(run: (items: Item[]) => Promise<Result[]>, options: BatcherOptions = {}) {
    this.#run = run;
    this.#itemsMax = options.itemsMax ?? 256;
    this.#callsMax = options.callsMax ?? 2;
    this.#waitingMax = options.waitingMax ?? 50_000;
  }

  add(item: Item): Promise<Result> {
    if (this.#waiting.length >= this.#waitingMax)
      return Promise.reject(new Error('Too many items wait for the database'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
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
      const results = await this.#run(batch.map((waiting) => waiting.item));
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }
}
