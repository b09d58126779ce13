import { randomBytes } from 'node:crypto';
import { createLogger, Secret, serviceGroup, sleep as realSleep } from '@svc/runtime';
import { composeAllInOne } from '../compose.js';
import { readAllInOneConfig } from '../env.js';
import { Advancing } from './advance.js';
import type { Advanced } from './advance.js';
import { DatabaseClock } from './database-clock.js';
import { makeScratch } from './test-scratch.js';

/** What the program that tests an agent sends to a service. */
export type TestOrder =
  | {
      order: 'start';
      /** The address under which the agent reaches the service. */
      public_url: string;
      /** A PostgreSQL whose user may create databases; `null` to start one. */
      database: string | null;
      /** What it says at first, in milliseconds since 1970; `null` for the machine's time. */
      clock_ms: number | null;
      /** How long the clock waits for one thing, in milliseconds. */
      patience_ms: number;
      /** Further settings, as environment variables. */
      settings: Record<string, string>;
    }
  | { order: 'advance'; duration_ms: number }
  | { order: 'stop' };

export interface TestService {
  /** Where it listens. Its public address is another one. */
  url: string;
  /** How far its clock is ahead of the machine's at first, in milliseconds. */
  aheadMs: number;
  advance(durationMs: number): Promise<Advanced>;
  /** Drains, and removes database and files. Idempotent. */
  stop(): Promise<void>;
}

/** A whole year, also a leap year, in milliseconds. */
const ADVANCE_MS_MAX = 366 * 86_400_000;
/** Virtual minutes go by fast, and what is bounded per minute is bounded per real minute. */
const RATES = Object.fromEntries(
  ['AGENT', 'USER', 'AUTH', 'TRIGGER', 'TRIGGER_ADDRESS'].map((of) => [
    `RATE_LIMIT_${of}_PER_MINUTE`,
    '1000000',
  ]),
);

/** In this process, which has to be one of its own: its `Date` follows the clock of the service. */
export async function startTestService(
  start: Extract<TestOrder, { order: 'start' }>,
  onMoved: (aheadMs: number) => void,
): Promise<TestService> {
  const scratch = await makeScratch(start.database);
  const ends: (() => Promise<void>)[] = [() => scratch.remove()];
  const end = async (): Promise<void> => {
    for (let next = ends.pop(); next !== undefined; next = ends.pop()) await next();
  };
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= end());
  try {
    const clock = await DatabaseClock.install(scratch.databaseUrl, start.clock_ms);
    ends.push(() => clock.close());
    const moveDates = installVirtualDate();
    const aheadMs = start.clock_ms === null ? 0 : start.clock_ms - Date.now();
    moveDates(aheadMs);
    const { sleep, wake } = createWakingSleep();
    const config = readAllInOneConfig({
      ...{ LOG_LEVEL: 'warn', DATABASE_CONNECTIONS_MAX: '8', ...RATES, ...start.settings },
      ...{ HOST: '127.0.0.1', PORT: '0', PUBLIC_BASE_URL: start.public_url },
      ...{ DATA_DIR: scratch.dataDir, DATABASE_URL: scratch.databaseUrl },
    });
    const { logLevel: level, logFormat: format } = config.listen;
    const logger = createLogger({ service: 'test-service', level, format });
    const sealing = { keys: [new Secret(randomBytes(32).toString('hex'))], lostKeyIds: [] };
    const { databaseUrl } = scratch;
    const { services, server } = composeAllInOne(config, { databaseUrl, sealing, logger, sleep });
    const group = serviceGroup('test-service', services, logger);
    ends.push(() => group.stop());
    await group.start();
    const move = (ms: number): void => {
      moveDates(ms);
      onMoved(ms);
    };
    const advancing = new Advancing({ clock, onMoved: move, wake, patienceMs: start.patience_ms });
    let last: Promise<unknown> = Promise.resolve();
    return {
      url: server.address().url,
      aheadMs,
      advance(durationMs) {
        if (!(durationMs > 0 && durationMs <= ADVANCE_MS_MAX))
          return Promise.reject(
            new Error('A clock is moved ahead by more than nothing and at most 366 days.'),
          );
        const advanced = last.then(() => advancing.by(durationMs));
        last = advanced.catch(() => undefined);
        return advanced;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The pauses of the product's loops. `wake` ends those that were to take at most so long. */
function createWakingSleep() {
  const pauses = new Set<{ durationMs: number; end: AbortController }>();
  return {
    sleep: async (durationMs: number, signal?: AbortSignal): Promise<void> => {
      const pause = { durationMs, end: new AbortController() };
      pauses.add(pause);
      const signals = signal === undefined ? [] : [signal];
      await realSleep(durationMs, AbortSignal.any([pause.end.signal, ...signals]));
      pauses.delete(pause);
    },
    wake: (durationMsMax: number): void => {
      for (const { durationMs, end } of pauses) if (durationMs <= durationMsMax) end.abort();
    },
  };
}

/**
 * In the whole process. Timers and `performance.now()` stay as they are: what is measured takes its time.
 * Returns what moves `Date` ahead, of which whole milliseconds count; negative for the past.
 */
function installVirtualDate(): (aheadMs: number) => void {
  const real = globalThis.Date;
  let aheadMs = 0;
  const nowMs = (): number => real.now() + aheadMs;
  // A proxy and no subclass: `instanceof Date` also holds for the dates that Node itself makes.
  globalThis.Date = new Proxy(real, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, newTarget) as object,
    apply: () => new real(nowMs()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? nowMs : (Reflect.get(target, name, receiver) as unknown),
  });
  return (ms) => void (aheadMs = Math.floor(ms));
}
