import type { Broker } from '@svc/broker';
import type { Announcer, Hints } from '@svc/events';
import { sleep as realSleep } from '@svc/runtime';
import type { Composed, Logger, Sleep } from '@svc/runtime';
import type {
  Decisions,
  DeviceLogins,
  Deletions,
  EventRanges,
  Events,
  OverdueRuns,
  IdempotentCalls,
  MessageStreams,
  PasswordTries,
  Presence,
  ReplaySteps,
  Retention,
  ScheduleClaims,
  Sealing,
  SearchIndex,
  UserSessions,
} from '@svc/store';
import type { Registry } from 'prom-client';
import { createClockReadings } from './clock-readings.js';
import { createDecisionExpiry } from './decision-expiry.js';
import { createDecisionReminders } from './decision-reminders.js';
import { createDeletionSteps } from './deletion-steps.js';
import { createEventRanges } from './event-ranges.js';
import { createExpiredSessions } from './expired-sessions.js';
import { createLostAgents } from './lost-agents.js';
import { createOverdueRuns } from './overdue-runs.js';
import { createPresencePurge } from './presence-purge.js';
import type { SchedulerConfig } from './env.js';
import { createReplaySteps } from './replay-steps.js';
import { createRetentionInUse } from './retention-in-use.js';
import { createRetentionSteps } from './retention-steps.js';
import { createSealingSteps } from './sealing-steps.js';
import { createSearchEntries } from './search-entries.js';
import { createScheduleRunner } from './schedule-runner.js';
import { createSweeper } from './sweeper.js';

export interface SchedulerDependencies {
  store: {
    decisions: Pick<Decisions, 'expire' | 'remind'>;
    deletions: Pick<Deletions, 'step'>;
    events: Pick<Events, 'claimOverdue' | 'takeUpWaiting'>;
    eventRanges: EventRanges;
    overdueRuns: OverdueRuns;
    presence: Pick<Presence, 'lostSince' | 'purgeGone'>;
    replaySteps: ReplaySteps;
    retention: Retention;
    scheduleClaims: ScheduleClaims;
    sealing: Pick<Sealing, 'keyIds' | 'left' | 'step'>;
    searchIndex: SearchIndex;
    passwordTries: Pick<PasswordTries, 'removeOld'>;
    idempotentCalls: Pick<IdempotentCalls, 'removeBeyond' | 'removeOld'>;
    messageStreams: Pick<MessageStreams, 'removeOld'>;
    deviceLogins: Pick<DeviceLogins, 'removeOld'>;
    userSessions: UserSessions;
  };
  broker: Broker;
  announcer: Announcer;
  hints: Hints;
  logger: Logger;
  metrics: Registry;
  /** Default: the system's. */
  sleep?: Sleep;
  /** A number from 0 up to 1. Default: `Math.random`. */
  random?: () => number;
}

/**
 * Composes the scheduler: due tasks, overdue runs, decisions that have expired, overdue events, replays, sessions of dead hubs, the removal of what was
 * deleted or kept for long enough, the change of sealing keys, and what a search finds.
 */
export function composeScheduler(
  { retention: days }: SchedulerConfig,
  {
    store,
    broker,
    announcer,
    hints,
    logger,
    metrics,
    sleep: exactSleep = realSleep,
    random = Math.random,
  }: SchedulerDependencies,
): Composed {
  // Several schedulers that started together would otherwise all ask the database in the same moment.
  const sleep: Sleep = (durationMs, signal) => exactSleep(durationMs * (0.75 + random() / 2), signal);
  return {
    services: [
      createSweeper({ store, broker, announcer, logger, metrics, sleep }),
      createDecisionExpiry({ store, announcer, hints, logger, metrics, sleep }),
      createDecisionReminders({ store, hints, logger, metrics, sleep }),
      createOverdueRuns({ store, announcer, hints, logger, metrics, sleep }),
      createReplaySteps({ store, announcer, hints, logger, metrics, sleep: exactSleep }),
      createPresencePurge({ store, logger, sleep }),
      createDeletionSteps({ store, logger, sleep }),
      createEventRanges({ store, days: days.events, logger, sleep }),
      createClockReadings({ store, logger, metrics, sleep }),
      createRetentionInUse({ store, days, logger, sleep }),
      createRetentionSteps({ store, days, logger, metrics, sleep }),
      createSealingSteps({ store, logger, metrics, sleep }),
      ...createSearchEntries({ store, logger, metrics, sleep }),
      createExpiredSessions({ store, logger, sleep }),
      createLostAgents({ store, hints, logger, sleep }),
      createScheduleRunner({ store, announcer, hints, logger, metrics, sleep: exactSleep }),
    ],
    checks: [],
  };
}
