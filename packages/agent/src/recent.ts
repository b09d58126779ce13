const MOST = 10_000;

/** What was noted last, by keys; the oldest is forgotten. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  note(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MOST && oldest !== undefined) this.#values.delete(oldest);
  }
}
