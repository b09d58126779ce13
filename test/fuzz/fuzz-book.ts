/** Further ones would say the same. */
const PROBLEMS_MAX = 40;

/** What came of all calls and frames. */
export class FuzzBook {
  /** What must not be, each with what led to it. */
  readonly problems: string[] = [];
  readonly #outcomes = new Map<string, number>();

  note(endpoint: string, outcome: string): void {
    const key = `${endpoint}: ${outcome}`;
    this.#outcomes.set(key, (this.#outcomes.get(key) ?? 0) + 1);
  }

  blame(what: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(what);
  }

  /** How often what came of each kind of endpoint. */
  summary(): string {
    return [...this.#outcomes]
      .toSorted()
      .map(([outcome, count]) => `${outcome}, ${count} times`)
      .join('\n');
  }
}
