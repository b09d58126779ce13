import type { Logger, RetentionDays } from '@svc/runtime';
import type { Retention, RetentionKind, Deletions, Presence } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';

const PASS_INTERVAL_MS = 300_000;

/** One step of each kind in turn. Any number of schedulers may do so: each takes rows that no other holds. */
export function retentionSteps(options: {
  store: { retention: Pick<Retention, 'step'> };
  days: RetentionDays;
  logger: Logger;
  metrics: Registry;
}): Step[] {
  const { store, days, logger } = options;
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
  const daysByKind = daysOfKinds(days);
  if (daysByKind.length > 0)
    logger.info({ days: Object.fromEntries(daysByKind) }, 'what is finished is removed after these days');
  return daysByKind.map(([kind, kept]) => stepOf(kind, kept));

  function stepOf(kind: RetentionKind, kept: number): Step {
    let after: Date | null = null;
    return {
      name: `retention of ${kind}`,
      intervalMs: PASS_INTERVAL_MS,
      async run() {
        const { removed, next, overdueSeconds } = await store.retention.step({ kind, days: kept, after });
        for (const [counted, rows] of Object.entries(removed))
          if (rows > 0) rowsRemoved.inc({ kind: counted }, rows);
        overdue.set({ kind }, overdueSeconds);
        after = next;
        return next === null ? null : 0;
      },
    };
  }
}

/** An empty conversation has the days of its messages. */
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

const DELETIONS_INTERVAL_MS = 1_000;

/** What has expired does not count long before that. */
const EXPIRED_INTERVAL_MS = 600_000;

/** Sessions of hubs that are gone count as offline long before that. */
const PRESENCE_INTERVAL_MS = 300_000;

/** An agent's tasks are removed with it, and a user after its agents. */
const DELETED = ['conversation', 'task', 'agent', 'user'] as const;

export function removalSteps({
  store,
}: {
  store: {
    deletions: Pick<Deletions, 'step'>;
    retention: Pick<Retention, 'removeExpired'>;
    presence: Pick<Presence, 'purgeGone'>;
  };
}): Step[] {
  return [
    ...DELETED.map((kind) => ({
      name: `deletion of a ${kind}`,
      intervalMs: DELETIONS_INTERVAL_MS,
      run: whileMore(() => store.deletions.step({ kind })),
    })),
    {
      name: 'what has expired',
      intervalMs: EXPIRED_INTERVAL_MS,
      run: whileMore(() => store.retention.removeExpired()),
    },
    {
      name: 'sessions of hubs that are gone',
      intervalMs: PRESENCE_INTERVAL_MS,
      run: () => store.presence.purgeGone().then(() => null),
    },
  ];
}

function whileMore(remove: () => Promise<boolean>): Step['run'] {
  return async () => ((await remove()) ? 0 : null);
}
