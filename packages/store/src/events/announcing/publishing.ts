/** The part of a structured logger that publishing needs. */
export interface PublishLogger {
  warn(fields: object, message: string): void;
}

/**
 * How long draining waits for the broker, in milliseconds. It is a part of the few seconds that a process has to stop, while a broker that is
 * away is given longer than that to confirm.
 */
const DRAIN_MS_MAX = 1_000;

/**
 * Publishes that no caller waits for. What fails is logged and left: the database has the event.
 *
 * How many are under way is bounded by the broker, which refuses publishes beyond its own bound.
 */
export class Publishing {
  readonly #logger: PublishLogger;
  readonly #drainMsMax: number;
  readonly #underWay = new Set<Promise<void>>();
  readonly #beforeDrain: (() => void)[] = [];

  /** @param options.drainMsMax default 1,000. */
  constructor(logger: PublishLogger, { drainMsMax = DRAIN_MS_MAX }: { drainMsMax?: number } = {}) {
    this.#logger = logger;
    this.#drainMsMax = drainMsMax;
  }

  start(publish: () => Promise<void>, fields: object): void {
    void this.track(this.#run(publish, fields));
  }

  /** Draining waits for this publish too. Its failure is the caller's to deal with. */
  track(publish: Promise<void>): Promise<void> {
    const publishing = publish
      .catch(() => undefined)
      .finally(() => {
        this.#underWay.delete(publishing);
      });
    this.#underWay.add(publishing);
    return publish;
  }

  warn(fields: object, message: string): void {
    this.#logger.warn(fields, message);
  }

  /** Called when draining begins, to publish what was held back. */
  beforeDrain(release: () => void): void {
    this.#beforeDrain.push(release);
  }

  /**
   * Resolves when every publish that was under way has ended, or when the broker has had its time: an event is in the store, and a hint may be
   * lost, while a process that waits longer is ended before it has let go of everything else.
   */
  async drain(): Promise<void> {
    for (const release of this.#beforeDrain) release();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#drainMsMax);
    });
    await Promise.race([this.#settled(), late]);
    clearTimeout(timer);
    if (this.#underWay.size > 0)
      this.#logger.warn(
        { publishes: this.#underWay.size },
        'Stopped without waiting for the broker any longer',
      );
  }

  /** What is under way may begin a publish of its own. */
  async #settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #run(publish: () => Promise<void>, fields: object): Promise<void> {
    try {
      await publish();
    } catch (error) {
      this.#logger.warn({ ...fields, err: error }, 'Could not publish; an event is found in the database');
    }
  }
}
