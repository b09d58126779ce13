import type { SenderRefusal } from '@svc/domain';
import type { Hints, NewRefusals, TriggerIntake } from '@svc/store';
import { Loop } from '@svc/runtime';
import type { Clock, Logger, Service } from '@svc/runtime';
import type { TriggerMetrics } from './trigger-metrics.js';

/** One statement writes the counts of all tasks. */
const WRITE_INTERVAL_MS = 1_000;

/** Calls of further tasks are only in the metric. */
const TASKS_MAX = 10_000;

export interface RefusedCallsOptions {
  intake: Pick<TriggerIntake, 'countRefused'>;
  hints: Pick<Hints, 'runChanged'>;
  metrics: Pick<TriggerMetrics, 'refused'>;
  clock: Clock;
  logger: Logger;
}

/** Counts calls that did not prove their sender, without a wait. Those of a second may be lost. */
export class RefusedCalls implements Service {
  readonly name = 'refused-calls';
  readonly #options: RefusedCallsOptions;
  readonly #loop: Loop;
  #waiting = new Map<string, NewRefusals>();

  constructor(options: RefusedCallsOptions) {
    this.#options = options;
    const { logger } = options;
    const tick = () => this.#write();
    this.#loop = new Loop({ name: this.name, intervalMs: WRITE_INTERVAL_MS, logger, tick });
  }

  count(taskId: string, reason: SenderRefusal): void {
    this.#options.metrics.refused(reason);
    const former = this.#waiting.get(taskId);
    if (former === undefined && this.#waiting.size >= TASKS_MAX) return;
    const count = (former?.count ?? 0) + 1;
    this.#waiting.set(taskId, { taskId, count, lastAtMs: this.#options.clock.nowMs(), lastReason: reason });
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  /** Writes what was counted until now. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#write().catch((error: unknown) => {
      this.#options.logger.warn({ err: error }, 'counts of refused calls were lost');
    });
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { intake, hints } = this.#options;
    const refusals = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (const { taskId, agentId, ownerId } of await intake.countRefused(refusals))
      hints.runChanged({ agentId, userId: ownerId, taskId });
  }
}
