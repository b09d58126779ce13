import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { EventState, EventType } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import type { OutgoingEvent } from './frames/frames.js';

/** The states whose events can be sent again by many. */
export type ReplayedState = Extract<EventState, 'failed' | 'delivered'>;

/** Which events of an agent are sent again. */
export interface ReplayFilter {
  state: ReplayedState;
  /** `null` for all types. */
  type: EventType | null;
  /** Written at this moment or later … */
  from: Date;
  /** … and before this one. */
  to: Date;
}

/** An event that a replay has come to. */
export interface ReplayCandidate {
  eventId: string;
  seq: number;
  /** Whether it has the state, the type and the time that are asked for. */
  matches: boolean;
  /** Its run is finished, or another event tells of the run now. */
  isOver: boolean;
}

/** What became of an event that was sent again; `removed` if it is not kept any more. */
export type ReplayOutcome = EventState | 'removed';

/** All but `next` run in the transaction of a replay's step. */
export const replayedEvents = {
  /**
   * The next events of an agent that may match, in the order of their numbers: behind `after`, up to `lastSeq`, `limit` at most. The limit bounds what is
   * looked at, whatever matches: events that have failed have an index, and so have those that are not triggers, by their type. Others are looked at one by one.
   */
  next: (
    client: Pool | ClientBase,
    {
      filter,
      ...part
    }: { agentId: string; filter: ReplayFilter; after: number; lastSeq: number; limit: number },
  ): Promise<ReplayCandidate[]> => rows(client, sql.events.nextToReplay, { ...part, ...filter }),

  /**
   * Starts a new round of attempts of an agent's events that are still in this state, each under its own id. Leaves out those whose run is finished. Returns those
   * that are on their way, in order.
   */
  async restart(
    client: ClientBase,
    { agentId, state, eventIds }: { agentId: string; state: ReplayedState; eventIds: readonly string[] },
  ): Promise<OutgoingEvent[]> {
    const found = await rows(client, sql.events.lock, { ids: eventIds, agentId, ownerId: null });
    const ids = found
      .filter(({ isOver, isReplaced }) => !isOver && !isReplaced)
      .map(({ eventId }) => eventId);
    return rows(client, sql.events.restart, { ids, state });
  },

  /** Where events stand now, in the order that was asked. */
  async outcomesOf(client: ClientBase, eventIds: readonly string[]): Promise<ReplayOutcome[]> {
    if (eventIds.length === 0) return [];
    const found = await rows(client, sql.events.states, { ids: eventIds });
    return found.map(({ state }) => state ?? 'removed');
  },

  /** How many events of an agent are on their way, but for these. It counts up to `max`. */
  async pendingBeside(
    client: ClientBase,
    { agentId, eventIds, max }: { agentId: string; eventIds: readonly string[]; max: number },
  ): Promise<number> {
    const [row] = await rows(client, sql.events.countPending, { agentId, ids: eventIds, max });
    return row?.pending ?? 0;
  },
};
