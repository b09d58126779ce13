import { positionOfTime } from '../events/event-log.js';
import type { ClientBase, Pool } from 'pg';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { ServiceError } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { AuditedCall } from '../audit/audit-log.js';

/** States whose events can be sent again by many. */
export type ReplayedState = Extract<EventState, 'failed' | 'delivered'>;

export interface ReplayFilter {
  state: ReplayedState;
  type: EventType | null;
  /** Written at this moment or later … */
  from: Date;
  /** … and before this one. */
  to: Date;
}

export type ReplayRecord = NonNullable<typeof sql.replays.find.row>;

/** The time in an event's id and that in its row are of two clocks. */
const CLOCKS_APART_MS_MAX = 60_000;

/** What comes behind `beganSeq`, up to `lastSeq`. */
export interface Span {
  beganSeq: number;
  lastSeq: number;
}

/** The part of an agent's log that holds all events of a time, up to now, and some others. */
export async function spanOf(
  on: Pool | ClientBase,
  { agentId, from, to }: { agentId: string; from: Date; to: Date | null },
): Promise<Span> {
  const [newest] = await rows(on, sql.log.position, { agentId, eventId: null, seq: null });
  const lastSeq = newest?.lastSeq ?? 0;
  const numberAt = (timeMs: number) => positionOfTime(on, { agentId, timeMs, lastSeq });
  const beganSeq = (await numberAt(from.getTime() - CLOCKS_APART_MS_MAX)) - 1;
  const end = to === null ? lastSeq : (await numberAt(to.getTime() + CLOCKS_APART_MS_MAX)) - 1;
  return { beganSeq, lastSeq: Math.max(beganSeq, end) };
}

const conflict = (detail: string): ServiceError => new ServiceError('conflict', { detail });

export function redeliveryQueries(pool: Pool) {
  return {
    /**
     * Starts a new round of attempts, under the same id. `null` if the event is not the user's.
     * @throws ServiceError `conflict` if the event's run is finished: the agent could do nothing with it.
     */
    async restart(eventId: string, userId: string, call: AuditedCall = {}): Promise<OutgoingEvent | null> {
      return transaction(pool, async (client) => {
        const values = { ids: [eventId], agentId: null, ownerId: userId };
        const [event] = await rows(client, sql.events.lock, values);
        if (event === undefined) return null;
        const { agentId, agentName: name, type } = event;
        if (event.isReplaced) throw conflict('The run of this event was offered again by another event');
        if (event.isOver) throw conflict('The run of this event is finished');
        const [restarted] = await rows(client, sql.events.restart, { ids: [eventId], state: null });
        if (restarted === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'event.redelivered', subjectId: eventId, agentId, call },
          details: { name, type },
        });
        return restarted;
      });
    },
  };
}
