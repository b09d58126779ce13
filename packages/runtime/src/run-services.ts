import { monotonicClock } from './clock.js';
import type { Clock } from './clock.js';
import { CONFIGURATION_EXIT_CODE, EnvironmentError } from './environment.js';
import type { Logger } from './logger.js';
import { serviceGroup } from './service.js';
import type { Service } from './service.js';
import type { RequestListener } from 'node:http';
import type { HealthCheck } from './health.js';
import type { UpgradeListener } from './http-server.js';

/** The parts of the process that the lifecycle needs; a test gives its own. */
export interface ProcessPort {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): void;
}

export interface RunOptions {
  logger: Logger;
  /** How long the services may take to drain, in milliseconds; then the process exits. Default 9,000. */
  drainTimeoutMs?: number;
  process?: ProcessPort;
  clock?: Clock;
}

/** A Ctrl-C reaches a wrapper such as npm and its program, and the wrapper passes it on. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Starts the services in order, and resolves with a function that drains them without exiting.
 *
 * SIGINT and SIGTERM drain in reverse order and exit with 0. A second signal, over a second later, exits at
 * once with 1, and so does a drain that takes too long, a failed start, and an unhandled rejection or
 * uncaught exception, after which the state of the process is unknown. A wrong configuration exits with
 * {@link CONFIGURATION_EXIT_CODE}.
 */
export async function runServices(
  services: readonly Service[],
  { logger, drainTimeoutMs = 9_000, process: host = process, clock = monotonicClock }: RunOptions,
): Promise<() => Promise<void>> {
  const group = serviceGroup('process', services, logger);
  let signalledAtMs: number | undefined;

  const onSignal = (signal: unknown): void => {
    if (signalledAtMs !== undefined) {
      if (clock.nowMs() - signalledAtMs < SAME_SIGNAL_MS) return;
      logger.warn({ signal }, 'second signal: exiting at once');
      return host.exit(1);
    }
    signalledAtMs = clock.nowMs();
    logger.info({ signal }, 'draining');
    const deadline = setTimeout(() => {
      logger.error({ drain_timeout_ms: drainTimeoutMs }, 'drain took too long: exiting');
      host.exit(1);
    }, drainTimeoutMs);
    void group.stop().then(() => {
      clearTimeout(deadline);
      logger.info('stopped');
      host.exit(0);
    });
  };
  const onFatal = (kind: string) => (error: unknown) => {
    logger.fatal({ err: error }, kind);
    host.exit(1);
  };
  const listeners: [string, (value: unknown) => void][] = [
    ['SIGINT', onSignal],
    ['SIGTERM', onSignal],
    ['unhandledRejection', onFatal('unhandled rejection')],
    ['uncaughtException', onFatal('uncaught exception')],
  ];
  for (const [event, listener] of listeners) host.on(event, listener);

  try {
    await group.start();
  } catch (error) {
    const isRefused = error instanceof EnvironmentError;
    if (isRefused) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'failed to start');
    host.exit(isRefused ? CONFIGURATION_EXIT_CODE : 1);
  }
  return async () => {
    await group.stop();
    for (const [event, listener] of listeners) host.off(event, listener);
  };
}

export interface Composed {
  /** In the order in which they start; they stop in reverse. */
  services: Service[];
  /** They hold calls open: they stop before the server, which need not wait for these calls. */
  stopFirst?: Service[];
  /** Answers every path except health and metrics, which every process answers by itself. */
  listener?: RequestListener;
  upgrade?: UpgradeListener;
  /** How long a request may take to arrive as a whole, in milliseconds. Default: that of the server. */
  requestMsMax?: number;
  checks: HealthCheck[];
}
