/** A first-in, first-out queue whose ends move without copying what lies between. */
export class Backlog<Item> {
  private items: Item[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  push(item: Item): void {
    this.items.push(item);
  }

  peek(): Item | undefined {
    return this.items[this.head];
  }

  shift(): Item | undefined {
    const item = this.items[this.head];
    if (this.length === 0) return undefined;
    (this.items as (Item | undefined)[])[this.head] = undefined;
    this.head += 1;
    // Copying only once half of the array is behind the head keeps the cost per item constant.
    if (this.head > 1_024 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }

  /** Before everything else, in the given order. */
  putBack(items: readonly Item[]): void {
    if (items.length <= this.head) {
      this.head -= items.length;
      for (const [index, item] of items.entries()) this.items[this.head + index] = item;
      return;
    }
    this.items = [...items, ...this.items.slice(this.head)];
    this.head = 0;
  }

  takeAll(): Item[] {
    const items = this.items.slice(this.head);
    this.items = [];
    this.head = 0;
    return items;
  }
}
