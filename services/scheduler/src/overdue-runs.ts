import type { Announcer, Hints, OverdueRun, OverdueRuns, OverdueStep } from '@svc/store';
import type { Logger } from '@svc/runtime';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

/** How often overdue runs are looked for, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;

/** Runs that one claim takes. */
const CLAIM_MAX = 100;

export interface OverdueRunsOptions {
  store: { overdueRuns: OverdueRuns };
  announcer: Pick<Announcer, 'announce'>;
  hints: Pick<Hints, 'eventChanged' | 'messageChanged' | 'runChanged'>;
  logger: Logger;
  metrics: Registry;
}

/**
 * Ends the attempts of runs whose lease or time has ended, and offers runs again that have waited for it. Any number of schedulers may do this. If a run cannot
 * be moved on, the other runs of its agent are left for a later claim, so that they do not keep those of other agents waiting.
 */
export function overdueRuns(options: OverdueRunsOptions): Step {
  const { store, announcer, hints, logger, metrics } = options;
  const moved = new Counter({
    name: 'overdue_runs_total',
    help: 'Runs whose lease or time had ended: offered again later, offered again, or failed; or that could not be moved on',
    labelNames: ['step'],
    registers: [metrics],
  });

  return { name: 'overdue runs', intervalMs: LOOK_INTERVAL_MS, run: moveAllOn };

  async function moveAllOn(signal: AbortSignal): Promise<number | null> {
    const { looked, runs } = await store.overdueRuns.claim(CLAIM_MAX);
    const stuck = new Set<string>();
    for (const run of runs) {
      if (signal.aborted) return null;
      if (!stuck.has(run.agentId) && !(await moveOn(run))) stuck.add(run.agentId);
    }
    return looked === CLAIM_MAX ? 0 : null;
  }

  /** Whether that could be done. */
  async function moveOn(run: OverdueRun): Promise<boolean> {
    try {
      const done = await store.overdueRuns.step(run);
      if (done === null) return true;
      moved.inc({ step: done.step });
      tell(run, done);
      return true;
    } catch (error) {
      moved.inc({ step: 'stuck' });
      logger.warn({ err: error, run_id: run.runId }, 'an overdue run was not moved on, it is tried again');
      return false;
    }
  }

  function tell({ runId, taskId, agentId, userId }: OverdueRun, done: OverdueStep): void {
    hints.runChanged({ agentId, userId, taskId, runId });
    switch (done.step) {
      case 'retried':
        return;
      case 'failed': {
        const { conversationId, messageId } = done;
        hints.messageChanged({ agentId, userId, conversationId, messageId });
        return;
      }
      case 'offered':
        hints.eventChanged(done.event.eventId, agentId, userId);
        announcer.announce(done.event);
    }
  }
}
