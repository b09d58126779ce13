/** The part of a structured logger that publishing needs. */
export interface PublishLogger {
  warn(fields: object, message: string): void;
}

/**
 * Publishes that nobody waits for. What fails is logged and left: the store has the event, and the sweeper takes it up.
 *
 * How many are under way is bounded by the broker, which refuses publishes beyond its own bound.
 */
export class Publishing {
  readonly #logger: PublishLogger;
  readonly #underWay = new Set<Promise<void>>();
  readonly #beforeDrain: (() => void)[] = [];

  constructor(logger: PublishLogger) {
    this.#logger = logger;
  }

  start(publish: () => Promise<void>, fields: object): void {
    const publishing = this.#run(publish, fields).finally(() => this.#underWay.delete(publishing));
    this.#underWay.add(publishing);
  }

  /** Called when draining begins, to publish what was held back. */
  beforeDrain(release: () => void): void {
    this.#beforeDrain.push(release);
  }

  /** Resolves when every publish that was under way has ended. */
  async drain(): Promise<void> {
    for (const release of this.#beforeDrain) release();
    // What is under way may begin a publish of its own.
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #run(publish: () => Promise<void>, fields: object): Promise<void> {
    try {
      await publish();
    } catch (error) {
      this.#logger.warn({ ...fields, err: error }, 'Could not publish; the sweeper takes an event up again');
    }
  }
}
