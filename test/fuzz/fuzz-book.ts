/** Further ones would say the same. */
const PROBLEMS_MAX = 40;

/** What came of all calls and frames. */
export class FuzzBook {
  /** What must not be, each with what led to it. */
  readonly problems: string[] = [];
  readonly #endpoints = new Map<string, ReturnType<typeof emptyEntry>>();

  note(endpoint: string, outcome: string, waitMs: number): void {
    const entry = this.#endpoints.get(endpoint) ?? emptyEntry();
    this.#endpoints.set(endpoint, entry);
    entry.asked += 1;
    entry.longestMs = Math.max(entry.longestMs, waitMs);
    entry.outcomes.set(outcome, (entry.outcomes.get(outcome) ?? 0) + 1);
  }

  blame(what: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(what);
  }

  /** What each kind of endpoint was asked, and what came of it. */
  summary(): string {
    const lines = [...this.#endpoints].map(([endpoint, { asked, longestMs, outcomes }]) => {
      const counts = [...outcomes].toSorted().map(([name, count]) => `${name}: ${count}`);
      return `${endpoint}: ${asked} times, ${Math.round(longestMs)} ms at most; ${counts.join(', ')}`;
    });
    return lines.join('\n');
  }
}

function emptyEntry() {
  return { asked: 0, longestMs: 0, outcomes: new Map<string, number>() };
}
