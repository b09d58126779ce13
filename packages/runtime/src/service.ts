import type { Logger } from './logger.js';

/** A part of a process with a beginning and an end. */
export interface Service {
  readonly name: string;
  /** Resolves once the service does its work; rejects if it cannot. */
  start(): Promise<void>;
  /** Finishes the work under way and releases everything. May be called before `start()` and more than once. */
  stop(): Promise<void>;
}

/**
 * Several services as one. They start in the order given and stop in reverse, so that a service stops before those that it needs.
 *
 * If one fails to start, those before it are stopped and the failure is thrown. A failure to stop is logged, and the others are stopped all
 * the same.
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
