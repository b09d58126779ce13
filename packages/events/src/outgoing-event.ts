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
}

/** An event that has come to where it is delivered: which hub it was meant for is of no more use. */
export type ArrivedEvent = Omit<OutgoingEvent, 'slot'>;

/** The columns that every statement returns of an event which is to go out. */
export interface OutgoingRow {
  id: string;
  agent_id: string;
  seq: number;
  type: EventType;
  frame: string;
  slot: string | null;
}

export function arrivedEvent(row: Omit<OutgoingRow, 'slot'>): ArrivedEvent {
  return { eventId: row.id, agentId: row.agent_id, seq: row.seq, type: row.type, frame: row.frame };
}

export function outgoingEvent(row: OutgoingRow): OutgoingEvent {
  return { ...arrivedEvent(row), slot: row.slot };
}

/** In the order in which they are to be published: per agent by number. */
export function bySeq(a: { agent_id: string; seq: number }, b: { agent_id: string; seq: number }): number {
  return a.agent_id === b.agent_id ? a.seq - b.seq : a.agent_id < b.agent_id ? -1 : 1;
}
