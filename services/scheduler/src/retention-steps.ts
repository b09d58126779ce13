import type { Logger, RetentionDays } from '@svc/runtime';
import type { Retention, RetentionKind, Deletions, Expired, Presence } from '@svc/store';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Step } from './step-loop.js';
import { EXPIRED_KINDS } from '@svc/store';

/** How often rows whose days are over are looked for, in milliseconds. */
const PASS_INTERVAL_MS = 300_000;

/** How often a scheduler says for how long it keeps things, in milliseconds. Gateways tell people, and their own settings may differ. */
const SAYING_INTERVAL_MS = 60_000;

/** Removes rows whose days are over, one step of each kind in turn. Any number of schedulers may do so: each takes rows that no other scheduler holds. */
export function retentionSteps(options: {
  store: { retention: Pick<Retention, 'sayDays' | 'step'> };
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
  return [
    {
      name: 'days of retention',
      intervalMs: SAYING_INTERVAL_MS,
      run: () => store.retention.sayDays(days).then(() => null),
    },
    ...daysByKind.map(([kind, kept]) => stepOf(kind, kept)),
  ];

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

/** How often deletions under way are looked for, in milliseconds. */
const DELETIONS_INTERVAL_MS = 1_000;

/** How often it is looked for what has expired, in milliseconds. None of it counts long before that. */
const EXPIRED_INTERVAL_MS = 600_000;

/** How often sessions of hubs that are gone are removed, in milliseconds. They count as offline long before that. */
const PRESENCE_INTERVAL_MS = 300_000;

/** In this order, because an agent's tasks are removed with it, and a user is removed after its agents. */
const DELETED = ['conversation', 'task', 'agent', 'user'] as const;

/** Removes what was deleted or has expired, in small steps. Any number of schedulers may do so: each takes rows that no other scheduler holds. */
export function removalSteps({
  store,
}: {
  store: {
    deletions: Pick<Deletions, 'step'>;
    expired: Expired;
    presence: Pick<Presence, 'purgeGone'>;
  };
}): Step[] {
  return [
    ...DELETED.map((kind) => ({
      name: `deletion of a ${kind}`,
      intervalMs: DELETIONS_INTERVAL_MS,
      run: whileMore(() => store.deletions.step({ kind })),
    })),
    ...EXPIRED_KINDS.map((kind) => ({
      name: `expired ${kind}`,
      intervalMs: EXPIRED_INTERVAL_MS,
      run: whileMore(() => store.expired.remove(kind)),
    })),
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
