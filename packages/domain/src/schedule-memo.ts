import { nextOccurrence } from './schedule.js';
import type { OccurrenceQuery } from './schedule.js';

/** Expressions and zones that are remembered at once. */
const ENTRIES_MAX = 10_000;

interface Answer {
  fromMs: number;
  next: Date | null;
}

/**
 * Next occurrences, remembered per expression and zone. An answer is valid for every base from the one for which it was computed up to the
 * occurrence itself. So any number of tasks with one expression cost one computation for each occurrence.
 */
export class OccurrenceMemo {
  readonly #answers = new Map<string, Answer>();
  readonly #compute: (query: OccurrenceQuery) => Date | null;
  readonly #entriesMax: number;

  constructor(
    options: {
      /** Default: {@link nextOccurrence}. */
      compute?: (query: OccurrenceQuery) => Date | null;
      /** Default 10,000. The entry that was asked for longest ago is forgotten first. */
      entriesMax?: number;
    } = {},
  ) {
    this.#compute = options.compute ?? nextOccurrence;
    this.#entriesMax = options.entriesMax ?? ENTRIES_MAX;
  }

  /** As {@link nextOccurrence}. Throws a `ScheduleError`, which is not remembered. */
  next(query: OccurrenceQuery): Date | null {
    // A zone's name holds no space.
    const key = `${query.timezone} ${query.expression}`;
    const known = this.#answers.get(key);
    const answer = known !== undefined && holdsFor(known, query.after) ? known : this.#answer(query);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > this.#entriesMax) this.#forgetOldest();
    return answer.next;
  }

  #answer(query: OccurrenceQuery): Answer {
    return { fromMs: query.after.getTime(), next: this.#compute(query) };
  }

  #forgetOldest(): void {
    for (const key of this.#answers.keys()) {
      this.#answers.delete(key);
      return;
    }
  }
}

function holdsFor({ fromMs, next }: Answer, base: Date): boolean {
  return base.getTime() >= fromMs && (next === null || base < next);
}
