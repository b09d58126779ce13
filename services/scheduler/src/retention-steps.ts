import { Loop } from '@svc/runtime';
import type { Logger, RetentionDays, Sleep } from '@svc/runtime';
import type { RemovedRows, Retention, RetentionKind, RetentionPlace } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often rows whose days are over are looked for, in milliseconds. */
const PASS_INTERVAL_MS = 300_000;

/** The pause after a step: a multiple of the step's time, within these bounds, in milliseconds. So one scheduler works a third of the time. */
const PAUSE_PER_STEP = 2;
const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 2_000;

export interface RetentionStepsOptions {
  store: { retention: Pick<Retention, 'step'> };
  days: RetentionDays;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
  /** Milliseconds of a clock that only goes forward. Default: the system's. */
  monotonicMs?: () => number;
}

/** A pass over the rows of one kind, from the oldest on. */
interface Pass {
  kind: RetentionKind;
  days: number;
  after: RetentionPlace | null;
  /** How long the oldest row that this pass could not remove has been overdue, in seconds. */
  blockedSeconds: number;
}

/**
 * Removes rows whose days are over, in small steps with pauses, one step of each kind in turn, so that a kind with many rows does not delay
 * the others. Any number of schedulers may do so: each takes rows that no other scheduler holds. If a kind fails, it is left until the next
 * pass.
 */
export function createRetentionSteps(options: RetentionStepsOptions): Loop {
  const { store, logger, sleep, monotonicMs = () => performance.now() } = options;
  const daysByKind = daysOfKinds(options.days);
  const rowsRemoved = new Counter({
    name: 'retention_rows_removed_total',
    help: 'Rows that had been kept for long enough and were removed; of media, files that were marked for removal',
    labelNames: ['kind'],
    registers: [options.metrics],
  });
  const overdue = new Gauge({
    name: 'retention_overdue_seconds',
    help: 'For how long the oldest row that this process knows of should have been gone; 0 when all is done',
    labelNames: ['kind'],
    registers: [options.metrics],
  });

  if (daysByKind.length > 0)
    logger.info({ days: Object.fromEntries(daysByKind) }, 'what is finished is removed after these days');
  return new Loop({
    name: 'retention-steps',
    intervalMs: PASS_INTERVAL_MS,
    turn,
    logger,
    sleep,
  });

  async function turn(signal: AbortSignal): Promise<void> {
    const total: Record<string, number> = {};
    let passes = daysByKind.map(([kind, days]): Pass => ({ kind, days, after: null, blockedSeconds: 0 }));
    while (passes.length > 0 && !signal.aborted) {
      const going: Pass[] = [];
      for (const pass of passes) {
        if (signal.aborted) break;
        const next = await stepOf(pass, total, signal);
        if (next !== null) going.push(next);
      }
      passes = going;
    }
    if (Object.keys(total).length > 0)
      logger.info({ removed: total }, 'what was kept for long enough is gone');
  }

  /** The pass after this step, or `null` if it is over. */
  async function stepOf(
    pass: Pass,
    total: Record<string, number>,
    signal: AbortSignal,
  ): Promise<Pass | null> {
    const { kind, days, after } = pass;
    const beganMs = monotonicMs();
    try {
      const { removed, blockedSeconds, next } = await store.retention.step({ kind, days, after });
      count(removed, total);
      const passed = Math.max(pass.blockedSeconds, blockedSeconds);
      overdue.set({ kind }, Math.max(passed, next?.overdueSeconds ?? 0));
      if (next !== null) await sleep(pauseMs(monotonicMs() - beganMs), signal);
      return next === null ? null : { ...pass, after: next, blockedSeconds: passed };
    } catch (error) {
      logger.warn({ err: error, kind }, 'a step of retention failed, the next pass tries again');
      return null;
    }
  }

  function count(removed: RemovedRows, total: Record<string, number>): void {
    for (const [kind, rows] of Object.entries(removed)) {
      if (rows === 0) continue;
      rowsRemoved.inc({ kind }, rows);
      total[kind] = (total[kind] ?? 0) + rows;
    }
  }
}

function pauseMs(stepMs: number): number {
  return Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, stepMs * PAUSE_PER_STEP));
}

/** The kinds that are removed, with their days. An empty conversation has the days of its messages. */
function daysOfKinds(days: RetentionDays): [RetentionKind, number][] {
  const daysOf: Record<RetentionKind, number> = {
    event: days.events,
    attempt: days.attempts,
    run: days.runs,
    message: days.messages,
    conversation: days.messages,
    media: days.media,
    audit: days.audit,
    audit_address: days.auditAddresses,
    erasure: days.audit,
  };
  return (Object.entries(daysOf) as [RetentionKind, number][]).filter(([, kept]) => kept > 0);
}
