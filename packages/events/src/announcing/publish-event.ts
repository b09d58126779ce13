import type { Broker } from '@svc/broker';
import { toHub, toNowhere } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { ArrivedEvent } from '../outgoing-event.js';

/**
 * Sends an event on its way: to the hub that its agent is connected to, or else to no hub, whence it falls to the fallback. Resolves when
 * the broker has confirmed it. Whoever cannot publish need not try again: the event is in the store, and the sweeper will.
 *
 * @param hops how often the fallback has sent the event to a hub before.
 */
export function publishEvent(
  broker: Pick<Broker, 'publish'>,
  event: ArrivedEvent & { slot: string | null },
  hops = 0,
): Promise<void> {
  const to = event.slot === null ? toNowhere() : toHub(event.slot);
  return broker.publish(to, agentEventMessage(event, hops));
}

/** The broker's message for an event. */
export function agentEventMessage(event: ArrivedEvent, hops = 0): AgentEventMessage {
  return {
    event_id: event.eventId,
    agent_id: event.agentId,
    seq: event.seq,
    type: event.type,
    frame: event.frame,
    hops,
  };
}

/** The event that a message of the broker brings. */
export function arrivedWith(message: AgentEventMessage): ArrivedEvent {
  return {
    eventId: message.event_id,
    agentId: message.agent_id,
    seq: message.seq,
    type: message.type,
    frame: message.frame,
  };
}
