import type { Broker } from '@svc/broker';
import type { Events } from '../log.js';
import type { Announcer } from './announcer.js';

/** Events that one claim takes. */
const CLAIM_MAX = 500;

export interface SweepOptions {
  events: Pick<Events, 'claimOverdue' | 'takeUpWaiting'>;
  broker: Pick<Broker, 'isReady'>;
  announcer: Pick<Announcer, 'announceAll'>;
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Counts events by what became of them. */
  count: (outcome: 'published' | 'parked' | 'failed', events: number) => void;
}

/**
 * A turn of the sweeper. It takes up events that are overdue: their publisher died before it could publish or has lost the broker, the broker
 * lost them, or the process that tried to deliver them ended. It also takes up waiting events of agents whose webhook was set later. Any number
 * of sweepers may run, because only one of them gets a claim.
 */
export function createSweep(options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { events, broker, announcer, logger, count } = options;

  /** Goes on at once as long as there is more. Claims nothing while the broker is away: what is claimed is put off for everyone. */
  return async function sweep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && broker.isReady()) {
      const overdue = await events.claimOverdue(CLAIM_MAX);
      // In order per agent, as claimed.
      const { published, parked, errors } = await announcer.announceAll(overdue);
      count('published', published);
      count('parked', parked);
      count('failed', errors.length);
      if (errors.length > 0) {
        logger.warn(
          { err: errors[0], failed: errors.length },
          'overdue events were not published, they come up again',
        );
        return;
      }
      if (overdue.length > 0) logger.info({ events: overdue.length }, 'overdue events were taken up');
      // After the others, and failing alone: one agent's rows may be many, or locked.
      const taken = await events.takeUpWaiting(CLAIM_MAX);
      if (overdue.length < CLAIM_MAX && taken === 0) return;
    }
  };
}
