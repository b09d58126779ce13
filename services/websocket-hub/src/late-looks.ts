import type { Logger } from '@svc/runtime';
import type { HubStore } from './ports.js';

/** Who has events to look up. */
export interface Asking {
  /** Adds the ids to look up, and returns what the answer is given to. */
  begin(eventIds: string[]): Answered;
}

/** Gets the ids that need not reach their agent any more, or `null` if nobody knows. */
export type Answered = (ended: ReadonlySet<string> | null) => void;

/** Looks events up for many sessions at once: whoever asks in one turn of the event loop shares a statement. */
export class LateLooks {
  readonly #store: { events: Pick<HubStore['events'], 'noLongerOpen'> };
  readonly #logger: Logger;
  #asking: Asking[] = [];

  constructor(context: { store: { events: Pick<HubStore['events'], 'noLongerOpen'> }; logger: Logger }) {
    this.#store = context.store;
    this.#logger = context.logger;
  }

  /** What the asking one adds until the end of this turn joins the look. */
  ask(asking: Asking): void {
    if (this.#asking.push(asking) === 1) setImmediate(() => void this.#look());
  }

  async #look(): Promise<void> {
    const eventIds: string[] = [];
    const answered = this.#asking.map((asking) => asking.begin(eventIds));
    this.#asking = [];
    let ended: ReadonlySet<string> | null = null;
    try {
      ended = await this.#store.events.noLongerOpen(eventIds);
    } catch (error) {
      this.#logger.warn({ err: error, events: eventIds.length }, 'could not look late events up');
    }
    for (const answer of answered) answer(ended);
  }
}
