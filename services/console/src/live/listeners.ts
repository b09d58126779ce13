/** Who is told when something has changed, for `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A value, and who is told when it is another. */
export class Store<Value> extends Listeners {
  #value: Value;

  constructor(value: Value) {
    super();
    this.#value = value;
  }

  readonly read = (): Value => this.#value;

  readonly set = (value: Value): void => {
    this.#value = value;
    this.tell();
  };
}
