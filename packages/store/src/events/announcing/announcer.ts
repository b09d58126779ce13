import type { Broker } from '@svc/broker';
import { afterCommit } from '../../database/transaction.js';
import { toHub, toWebhookDue } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { ArrivedEvent, OutgoingEvent } from '../frames/frames.js';
import type { Hints, PublishLogger } from './hints.js';
import type { Timing } from './stream-hints.js';
import { createHints, Publishing } from './hints.js';

export interface AnnouncerOptions {
  broker: Pick<Broker, 'isReady' | 'publish'>;
  hints: Pick<Hints, 'eventChanged'>;
  /** Waits for what is under way when the process stops. */
  publishing: Pick<Publishing, 'start'>;
}

/**
 * Rings for events that were written: the hub that the agent is connected to, or else the dispatchers, if its webhook takes the event. Where nothing takes it, only
 * the consoles of its owner are told. No caller waits for it, and a ring that is lost costs a moment: hubs and dispatchers look at the database each second.
 */
export interface Announcer {
  announce(event: OutgoingEvent): void;
}

export function createAnnouncer({ broker, hints, publishing }: AnnouncerOptions): Announcer {
  return {
    announce(event) {
      const { slot, isReachable } = event;
      if (!isReachable) return hints.eventChanged(event.eventId, event.agentId, event.userId);
      const to = slot === null ? toWebhookDue() : toHub(slot);
      const fields = { event_id: event.eventId, agent_id: event.agentId };
      afterCommit(() => {
        if (!broker.isReady()) return;
        const { frame, ...ring } = agentEventMessage(event);
        // Dispatchers read the frame when they claim the event.
        publishing.start(() => broker.publish(to, { ...ring, ...(slot !== null && { frame }) }), fields);
      });
    },
  };
}

/** Larger frames are read from the database, in characters. */
const FRAME_CARRIED_MAX = 16 * 1024;

/** The broker's message for an event. */
export function agentEventMessage(event: ArrivedEvent): AgentEventMessage {
  return {
    event_id: event.eventId,
    agent_id: event.agentId,
    seq: event.seq,
    push_no: event.pushNo,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    ...(event.frame.length <= FRAME_CARRIED_MAX && { frame: event.frame }),
  };
}

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
