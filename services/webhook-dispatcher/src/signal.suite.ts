/** A list that can be waited on. */
export class Signal<T> {
  readonly items: T[] = [];
  #wake: (() => void)[] = [];

  push(item: T): void {
    this.items.push(item);
    for (const wake of this.#wake.splice(0)) wake();
  }

  async atLeast(count: number): Promise<T[]> {
    return this.until(() => this.items.length >= count);
  }

  /** Resolves once the items satisfy the condition. */
  async until(isSatisfied: (items: T[]) => boolean): Promise<T[]> {
    while (!isSatisfied(this.items)) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.items;
  }
}
