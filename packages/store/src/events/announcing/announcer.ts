import type { Broker } from '@svc/broker';
import { afterCommit } from '../../database/transaction.js';
import { toHub, toWebhookDue } from '@svc/proto-events';
import type { AgentEventMessage, RungEvent } from '@svc/proto-events';
import type { ArrivedEvent, OutgoingEvent } from '../frames/frames.js';
import type { Hints, PublishLogger } from './hints.js';
import { createHints, Publishing } from './hints.js';

export type Announcer = ReturnType<typeof createAnnouncer>;

/**
 * Rings the hub that the agent is connected to, or else the dispatchers, if its webhook takes the event.
 * Where nothing takes it, only the consoles of its owner are told. No caller waits for it, and a ring that is
 * lost costs a moment: hubs and dispatchers look at the database each second.
 */
export function createAnnouncer({
  broker,
  hints,
  publishing,
}: {
  broker: Pick<Broker, 'isReady' | 'publish'>;
  hints: Pick<Hints, 'eventChanged'>;
  publishing: Pick<Publishing, 'start' | 'beforeDrain'>;
}) {
  /** By the slot of a hub; null for dispatchers. */
  const gathered = new Map<string | null, { events: RungEvent[]; characters: number }>();

  function publish(slot: string | null): void {
    const events = gathered.get(slot)?.events ?? [];
    gathered.delete(slot);
    const [first] = events;
    if (first === undefined || !broker.isReady()) return;
    const to = slot === null ? toWebhookDue() : toHub(slot);
    const fields = { event_id: first.event_id, agent_id: first.agent_id, events: events.length };
    void publishing.start(() => broker.publish(to, { events }), fields);
  }
  const publishAll = (): void => [...gathered.keys()].forEach(publish);
  publishing.beforeDrain(publishAll);

  /** Events that are announced together, as those of one statement, share a message. */
  function gather(event: OutgoingEvent): void {
    const { slot } = event;
    // Dispatchers look for all that is due, whatever rings.
    if (slot === null && gathered.has(null)) return;
    if (gathered.size === 0) queueMicrotask(publishAll);
    const ring = gathered.get(slot) ?? { events: [], characters: 0 };
    gathered.set(slot, ring);
    const rung = rungEvent(event, { hasFrame: slot !== null });
    ring.events.push(rung);
    ring.characters += rung.frame?.length ?? 0;
    if (ring.events.length === EVENTS_MAX || ring.characters > CHARACTERS_MAX) publish(slot);
  }

  return {
    announce(event: OutgoingEvent): void {
      if (event.isReachable) afterCommit(() => gather(event));
      else hints.eventChanged(event.eventId, event.agentId, event.userId);
    },
  };
}

/** Of one message, which is sent when it reaches either. */
const EVENTS_MAX = 64;
const CHARACTERS_MAX = 64 * 1024;

/** In characters. Larger frames are read from the database. */
const FRAME_CARRIED_MAX = 16 * 1024;

export function rungEvent(event: ArrivedEvent, { hasFrame }: { hasFrame: boolean }): RungEvent {
  return {
    event_id: event.eventId,
    agent_id: event.agentId,
    seq: event.seq,
    push_no: event.pushNo,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    ...(hasFrame && event.frame.length <= FRAME_CARRIED_MAX && { frame: event.frame }),
  };
}

export function agentEventMessage(...events: ArrivedEvent[]): AgentEventMessage {
  return { events: events.map((event) => rungEvent(event, { hasFrame: true })) };
}

export type Announcing = ReturnType<typeof createAnnouncing>;

/**
 * One per process, handed down to all that writes: the bounds of hints count for the process. `publishing` is
 * drained when everything that announces has stopped, and before the broker stops.
 */
export function createAnnouncing({
  broker,
  logger,
}: {
  broker: Pick<Broker, 'isReady' | 'publish'>;
  logger: PublishLogger;
}) {
  const publishing = new Publishing(logger);
  const hints = createHints(broker, publishing);
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
