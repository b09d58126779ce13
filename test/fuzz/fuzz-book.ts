import { textTable } from '../faults/text-table.js';

/** Further ones would say the same. */
const PROBLEMS_MAX = 40;

/** What came of all calls and frames. */
export class FuzzBook {
  /** What must not be, each with what led to it. */
  readonly problems: string[] = [];
  readonly #doors = new Map<string, { asked: number; longestMs: number; outcomes: Map<string, number> }>();

  note(door: string, outcome: string, waitMs: number): void {
    const entry = this.#doors.get(door) ?? { asked: 0, longestMs: 0, outcomes: new Map<string, number>() };
    this.#doors.set(door, entry);
    entry.asked += 1;
    entry.longestMs = Math.max(entry.longestMs, waitMs);
    entry.outcomes.set(outcome, (entry.outcomes.get(outcome) ?? 0) + 1);
  }

  blame(what: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(what);
  }

  /** How many answers and closings of this kind came, over all doors. */
  count(outcome: string): number {
    return [...this.#doors.values()].reduce((sum, { outcomes }) => sum + (outcomes.get(outcome) ?? 0), 0);
  }

  get asked(): number {
    return [...this.#doors.values()].reduce((sum, { asked }) => sum + asked, 0);
  }

  /** A line for each kind of door. */
  table(): string {
    const lines = [...this.#doors].map(([door, { asked, longestMs, outcomes }]) => [
      door,
      String(asked),
      `${Math.round(longestMs)} ms`,
      [...outcomes]
        .toSorted(([one], [two]) => (one < two ? -1 : 1))
        .map(([name, count]) => `${name}: ${count}`)
        .join('  '),
    ]);
    return textTable([['door', 'asked', 'longest', 'answers and closings'], ...lines]);
  }
}
