import type { Announcer, Hints, Store } from '@svc/store';
import { sleep as realSleep } from '@svc/runtime';
import type { Composed, Logger, Sleep } from '@svc/runtime';
import type { Registry } from 'prom-client';
import { decisionSteps, overdueRuns, replaySteps, searchEntries } from './due-steps.js';
import type { SchedulerConfig } from './env.js';
import { removalSteps, retentionSteps } from './retention-steps.js';
import { scheduleSteps } from './schedule-steps.js';
import { sealingStep } from './sealing-steps.js';
import { createStepLoop } from './step-loop.js';

export interface SchedulerDependencies {
  store: Pick<
    Store,
    | 'decisions'
    | 'deletions'
    | 'overdueRuns'
    | 'presence'
    | 'replaySteps'
    | 'retention'
    | 'scheduleClaims'
    | 'sealing'
    | 'searchIndex'
  >;
  announcer: Announcer;
  hints: Hints;
  logger: Logger;
  metrics: Registry;
  /** Default: the system's. */
  sleep?: Sleep;
}

export function composeScheduler(
  { retention: days }: SchedulerConfig,
  { store, announcer, hints, logger, metrics, sleep = realSleep }: SchedulerDependencies,
): Composed {
  const dueSteps = [
    ...decisionSteps({ store, announcer, hints, metrics }),
    overdueRuns({ store, announcer, hints, logger, metrics }),
    replaySteps({ store, announcer, hints, metrics }),
    searchEntries({ store, metrics }),
  ];
  const upkeepSteps = [
    ...removalSteps({ store }),
    ...retentionSteps({ store, days, logger, metrics }),
    sealingStep({ store, logger, metrics }),
  ];
  return {
    services: [
      createStepLoop({ name: 'due', steps: dueSteps, logger, sleep }),
      createStepLoop({ name: 'upkeep', steps: upkeepSteps, rests: UPKEEP_RESTS, logger, sleep }),
      // Nothing else keeps a task waiting.
      createStepLoop({
        ...{ name: 'schedules', logger, sleep },
        steps: [scheduleSteps({ store, announcer, hints, logger, metrics })],
      }),
    ],
    checks: [],
  };
}

/** Times that upkeep rests as long as it works, so that others are not slowed down. */
const UPKEEP_RESTS = 2;
