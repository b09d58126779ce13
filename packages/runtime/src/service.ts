import type { Logger } from './logger.js';
import { saysBackendIsAway } from './health.js';
import { inTime, sleep as realSleep } from './clock.js';
import type { Sleep } from './clock.js';

export interface Service {
  readonly name: string;
  /** Resolves once the service does its work; rejects if it cannot. */
  start(): Promise<void>;
  /** Finishes the work under way. May be called before `start()` and more than once. */
  stop(): Promise<void>;
}

/**
 * They start in order and stop in reverse. If one fails to start, those before it are stopped and the failure
 * is thrown. A failure to stop is logged, and the others are stopped all the same.
 */
export function serviceGroup(name: string, services: readonly Service[], logger: Logger): Service {
  const begun: Service[] = [];
  let starting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;

  async function startAll(): Promise<void> {
    for (const service of services) {
      if (stopping !== undefined) return;
      begun.push(service);
      await service.start();
      logger.debug({ part: service.name }, 'started');
    }
  }

  async function stopAll(): Promise<void> {
    for (let service = begun.pop(); service !== undefined; service = begun.pop()) {
      try {
        await service.stop();
        logger.debug({ part: service.name }, 'stopped');
      } catch (error) {
        logger.error({ err: error, part: service.name }, 'failed to stop');
      }
    }
  }

  return {
    name,
    async start() {
      if (stopping !== undefined) throw new Error(`${name} was stopped and cannot start again`);
      starting ??= startAll();
      try {
        await starting;
      } catch (error) {
        await this.stop();
        throw error;
      }
    },
    stop() {
      // First a start that is under way ends: a service must not be stopped in the middle of its own start.
      stopping ??= Promise.resolve(starting)
        .catch(() => undefined)
        .then(stopAll);
      return stopping;
    },
  };
}

export interface LoopOptions {
  name: string;
  /** The pause between the end of one tick and the beginning of the next, in milliseconds. */
  intervalMs: number;
  /** Its error is logged, as a warning if a server behind us is away. The signal says that the loop stops. */
  tick: (signal: AbortSignal) => Promise<void>;
  logger: Logger;
  /** Whether the first tick comes at once instead of after one interval. Default true. */
  immediate?: boolean;
  sleep?: Sleep;
}

/** A process has a few seconds to stop, and a hanging database would use them all. */
const STOP_MS_MAX = 1_000;

/** Ticks each interval, or when it is woken. They never overlap; `stop()` waits for one, unless it hangs. */
export class Loop implements Service {
  readonly name: string;
  readonly #options: LoopOptions;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  #pause: AbortController | undefined;
  #isWoken = false;

  constructor(options: LoopOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async start(): Promise<void> {
    if (!this.#abort.signal.aborted) this.#running ??= this.#repeat(this.#abort.signal);
  }

  /** Ticks at once, or again after the tick under way, which may not have seen what this is about. */
  wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    this.#pause?.abort();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    this.wake();
    if (this.#running === undefined) return;
    await inTime(this.#running, STOP_MS_MAX).catch(() =>
      this.#options.logger.warn({ loop: this.name }, 'stopped without waiting for a tick any longer'),
    );
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    if (this.#options.immediate === false) await this.#rest();
    while (!signal.aborted) {
      this.#isWoken = false;
      await this.#tick(signal);
      await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#isWoken) return;
    const { intervalMs, sleep = realSleep } = this.#options;
    this.#pause = new AbortController();
    await sleep(intervalMs, this.#pause.signal);
  }

  async #tick(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.tick(signal);
    } catch (error) {
      if (signal.aborted) return;
      const level = saysBackendIsAway(error) ? 'warn' : 'error';
      this.#options.logger[level]({ err: error, loop: this.name }, 'a tick failed');
    }
  }
}
