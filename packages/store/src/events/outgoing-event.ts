import type { EventType } from '@svc/domain';

/** An event that has come to where it is delivered. */
export interface ArrivedEvent {
  eventId: string;
  agentId: string;
  /** Its number among the agent's events, from 1 without gaps. */
  seq: number;
  /** Its place in the order in which the agent's events are pushed. */
  pushNo: number;
  type: EventType;
  /** The exact JSON text that the agent receives. */
  frame: string;
}

/** An event on its way from the store to the broker. */
export interface OutgoingEvent extends ArrivedEvent {
  /** The agent's owner. */
  userId: string;
  /** The hub that the agent was connected to when this was read, or `null`. */
  slot: string | null;
  /** Whether anything could push the event to the agent when this was read. */
  isReachable: boolean;
}

/** What the database's `append_events` returns of an event. */
export interface AppendedRow {
  event_id: string;
  agent_id: string;
  type: EventType;
  seq: number;
  push_no: number;
  owner_id: string;
  slot: string | null;
  is_reachable: boolean;
}

/** The same with the frame. */
export interface OutgoingRow extends AppendedRow {
  frame: string;
}

export function appendedEvent(row: AppendedRow, frame: string): OutgoingEvent {
  return {
    ...{
      eventId: row.event_id,
      agentId: row.agent_id,
      seq: row.seq,
      pushNo: row.push_no,
      type: row.type,
      frame,
    },
    ...{ userId: row.owner_id, slot: row.slot, isReachable: row.is_reachable },
  };
}

export function outgoingEvent(row: OutgoingRow): OutgoingEvent {
  return appendedEvent(row, row.frame);
}

/** The order in which events are published: per agent by number. */
export function byPushNo(a: AppendedRow, b: AppendedRow): number {
  return a.agent_id === b.agent_id ? a.push_no - b.push_no : a.agent_id < b.agent_id ? -1 : 1;
}
