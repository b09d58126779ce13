import type { Broker } from '@svc/broker';
import { createAnnouncer } from './announcer.js';
import type { Announcer } from './announcer.js';
import type { Timing } from './hint-coalescing.js';
import { createHints } from './hints.js';
import type { Hints } from './hints.js';
import { Publishing } from './publishing.js';
import type { PublishLogger } from './publishing.js';

export interface AnnouncingOptions {
  broker: Pick<Broker, 'isReady' | 'publish'>;
  logger: PublishLogger;
  /** When hints that were held back are sent. Default: the system's time. */
  hintTiming?: Timing;
}

/**
 * By what a process tells of its commits. It is made once per process and handed down to all that writes there, because the bounds of hints
 * count for the process.
 */
export interface Announcing {
  announcer: Announcer;
  hints: Hints;
  /** Drained when everything that announces has stopped, and before the broker stops. */
  publishing: Publishing;
}

export function createAnnouncing({ broker, logger, hintTiming }: AnnouncingOptions): Announcing {
  const publishing = new Publishing(logger);
  const hints = createHints(broker, publishing, hintTiming);
  return { announcer: createAnnouncer({ broker, hints, publishing }), hints, publishing };
}

/** A run begins when its event is delivered, so what moves a task's event may have moved its run. */
export function tellOfEvent(
  hints: Pick<Hints, 'eventChanged' | 'runChanged'>,
  event: { eventId: string; agentId: string; type: string; userId: string },
): void {
  const { eventId, agentId, type, userId } = event;
  hints.eventChanged(eventId, agentId, userId);
  if (type === 'task_due' || type === 'task_trigger') hints.runChanged({ agentId, userId });
}
