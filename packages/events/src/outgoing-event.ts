import type { EventType } from '@svc/domain';

/** An event on its way from the store to the broker. */
export interface OutgoingEvent {
  eventId: string;
  agentId: string;
  /** Its number among the agent's events, from 1 without gaps. */
  seq: number;
  type: EventType;
  /** The exact JSON text that the agent receives. */
  frame: string;
  /** The hub that the agent was connected to when this was read, or `null`. */
  slot: string | null;
  /** Whether any channel could push the event to the agent when this was read. The router alone decides that it waits. */
  isReachable: boolean;
}

/** An event that has come to where it is delivered. How its agent could be reached before does not matter any more. */
export type ArrivedEvent = Omit<OutgoingEvent, 'slot' | 'isReachable'>;

/** The columns that every statement returns of an event which is to go out. */
export interface OutgoingRow {
  id: string;
  agent_id: string;
  seq: number;
  type: EventType;
  frame: string;
  slot: string | null;
  is_reachable: boolean;
}

export function arrivedEvent(row: Omit<OutgoingRow, 'slot' | 'is_reachable'>): ArrivedEvent {
  return { eventId: row.id, agentId: row.agent_id, seq: row.seq, type: row.type, frame: row.frame };
}

export function outgoingEvent(row: OutgoingRow): OutgoingEvent {
  return { ...arrivedEvent(row), slot: row.slot, isReachable: row.is_reachable };
}

/** The order in which events are published: per agent by number. */
export function bySeq(a: { agent_id: string; seq: number }, b: { agent_id: string; seq: number }): number {
  return a.agent_id === b.agent_id ? a.seq - b.seq : a.agent_id < b.agent_id ? -1 : 1;
}
