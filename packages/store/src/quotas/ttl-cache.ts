interface TtlCacheOptions<Value> {
  ask: (key: string) => Promise<Value>;
  /** How long an answer is kept, in milliseconds. */
  ttlMs: number;
  /** Default: the process's clock. */
  nowMs?: (() => number) | undefined;
}

/** With more answers than this all are forgotten, which costs asking again. */
const ENTRIES_MAX = 50_000;

/** An answer that took long is kept so many times as long, so that asking takes a twentieth of the time at most. */
const KEPT_PER_ASKED = 20;

/** Answers of the database, each kept for a while. Calls for one key that come together share a question; a failure is not kept. */
export class TtlCache<Value> {
  readonly #options: TtlCacheOptions<Value>;
  readonly #entries = new Map<string, { answer: Promise<Value>; untilMs: number }>();

  constructor(options: TtlCacheOptions<Value>) {
    this.#options = options;
  }

  get(key: string): Promise<Value> {
    const { ask, ttlMs, nowMs = () => performance.now() } = this.#options;
    const known = this.#entries.get(key);
    const askedMs = nowMs();
    if (known !== undefined && askedMs < known.untilMs) return known.answer;
    if (this.#entries.size >= ENTRIES_MAX) this.#entries.clear();
    const entry = { answer: ask(key), untilMs: Infinity };
    this.#entries.set(key, entry);
    entry.answer.then(
      () => (entry.untilMs = nowMs() + Math.max(ttlMs, KEPT_PER_ASKED * (nowMs() - askedMs))),
      () => this.#entries.delete(key),
    );
    return entry.answer;
  }
}
