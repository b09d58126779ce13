/** The last ids of what is done: an event may come twice, under the same ids. */
export class RememberedIds {
  readonly #ids = new Set<string>();
  readonly #max: number;

  constructor(max = 1_000) {
    this.#max = max;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#max) break;
      this.#ids.delete(oldest);
    }
  }
}
