import { toHub, toNowhere } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { Broker } from '@svc/broker';

/** An event as its publishers hold it. */
export interface EventToCarry {
  eventId: string;
  agentId: string;
  seq: number;
  type: AgentEventMessage['type'];
  /** The exact JSON text that the agent receives. */
  frame: string;
}

/**
 * Sends an event on its way: to the hub with `slot`, or with `null` to no hub, whence it falls to the fallback. Resolves when the
 * broker has confirmed it. Whoever cannot publish need not try again: the event is in the store, and the sweeper will.
 *
 * @param hops how often the fallback has sent the event to a hub before.
 */
export function carryEvent(
  broker: Broker,
  event: EventToCarry,
  slot: string | null,
  hops = 0,
): Promise<void> {
  return broker.publish(slot === null ? toNowhere() : toHub(slot), agentEventMessage(event, hops));
}

/** The broker's message for an event. */
export function agentEventMessage(event: EventToCarry, hops = 0): AgentEventMessage {
  return {
    event_id: event.eventId,
    agent_id: event.agentId,
    seq: event.seq,
    type: event.type,
    frame: event.frame,
    hops,
  };
}
