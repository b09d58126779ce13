import { Batcher, rows } from '@svc/database';
import type { EventChannel, EventState, EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { TAKE_UP_LATER } from './append.js';
import { onlineSlot } from './channels/websocket.js';
import { hurry } from './hurry.js';
import { park, takeUpWaiting } from './park.js';
import { setAside } from './set-aside.js';
import type { GivenUpEvent } from './set-aside.js';
import { arrivedEvent, bySeq, outgoingEvent } from './outgoing-event.js';
import type { ArrivedEvent, OutgoingEvent, OutgoingRow } from './outgoing-event.js';
import { deliverLate } from './deliver-late.js';
import { receiveEvents } from './end-sql.js';
import { afterLocking, beginRunsOf, LEASE_END } from './receipt-sql.js';
import { allTypes, reachable } from './route.js';
import type { EventRoute } from './route.js';

export interface OpenEvents {
  /** The agent's newest event number at the time of reading. */
  lastSeq: number;
  events: (ArrivedEvent & { state: EventState })[];
  /** Nothing was left out for the sake of a bound. */
  isWhole: boolean;
}

/** Size of the frames that one read of open events takes, in bytes; one frame is always taken. */
const OPEN_BYTES_MAX = 512 * 1024;

/** What may be late takes one connection. */
const BACKGROUND = { itemsMax: 500, callsMax: 1, waitingMax: 5_000 };

export type Events = ReturnType<typeof eventQueries>;

/** The states of events and the ways to find those that are not yet delivered. */
export function eventQueries(pool: Pool) {
  const delivering = new Batcher<{ eventId: string; channel: EventChannel }, void>(
    (items) => markDelivered(pool, items),
    { itemsMax: 1_000, keyOf: (item) => item.eventId },
  );
  const routing = new Batcher<string, EventRoute | null>((eventIds) => readRoutes(pool, eventIds));
  const settingAside = new Batcher<string, GivenUpEvent | null>((eventIds) => setAside(pool, eventIds), {
    keyOf: (eventId) => eventId,
  });
  // Nothing depends on it: an event that is not hurried is taken up later.
  const hurrying = new Batcher<string, void>((eventIds) => hurry(pool, eventIds), BACKGROUND);
  const parking = new Batcher<string, string | null>(
    (eventIds) => park(pool, eventIds, { passesOver: false }),
    { keyOf: (eventId) => eventId },
  );
  const parkingUnheld = new Batcher<string, string | null>(
    (eventIds) => park(pool, eventIds, { passesOver: true }),
    // Nothing depends on it: an event that is not parked is published.
    BACKGROUND,
  );

  return {
    /** Marks an event as received by its agent; the pending run of a task's event is running from then on. Idempotent. */
    markDelivered: (eventId: string, channel: EventChannel): Promise<void> =>
      delivering.add({ eventId, channel }),

    /** Where the event stands, or `null` if there is no such event any more. */
    route: (eventId: string): Promise<EventRoute | null> => routing.add(eventId),

    /**
     * Leaves a pending event for a poll or a reconnect. Returns `false`, and does nothing, if the event is in another state or its agent can be reached
     * after all. From then on the agent's poll lists a trigger's event.
     */
    park: async (eventId: string): Promise<boolean> => (await parking.add(eventId)) !== null,

    /**
     * The same for the process that wrote the event and read that no channel reaches its agent. It does not wait for a transaction that holds the agent:
     * such an event stays pending, and the router parks it. Returns the agent's owner, or `null` if the event was not parked.
     */
    parkUnheld: (eventId: string): Promise<string | null> => parkingUnheld.add(eventId),

    /** Makes a new event due at once, so that any sweeper publishes it: the process that wrote it has lost the broker. */
    hurry: (eventId: string): Promise<void> => hurrying.add(eventId),

    /**
     * Keeps the sweeper from a pending event whose message nobody can handle: for a minute at first, then for twice as long each time, a day at
     * most. An event that has been set aside for a week fails instead, and is returned. Does nothing to an event that is not pending, or whose webhook
     * attempt is under way.
     */
    setAside: (eventId: string): Promise<GivenUpEvent | null> => settingAside.add(eventId),

    /**
     * Pending events of an agent above `afterSeq`, and waiting events whose type is among `waitingTypes` or whose number is above
     * `waitingAfterSeq`, in order. Leaves out events that a webhook attempt may be delivering at this moment, and events that a poll has leased.
     * At most `limit` events, and {@link OPEN_BYTES_MAX} of frames.
     */
    async readOpen(query: {
      agentId: string;
      afterSeq: number;
      waitingTypes: readonly EventType[];
      /** Default: of the other types none. */
      waitingAfterSeq?: number | undefined;
      limit: number;
    }): Promise<OpenEvents> {
      const found = await rows<OpenRow>(pool, READ_OPEN, [
        query.agentId,
        query.afterSeq,
        query.waitingTypes,
        query.limit,
        query.waitingAfterSeq ?? null,
        OPEN_BYTES_MAX,
      ]);
      const open = found.filter(({ id }) => id !== null);
      const events = open.filter((row): row is EventRow & OpenRow => row.frame !== null);
      return {
        lastSeq: found[0]?.last_seq ?? 0,
        events: events.map((row) => ({ ...arrivedEvent(row), state: row.state })),
        isWhole: open.length < query.limit && events.length === open.length,
      };
    },

    /** Makes up to `limit` waiting events pending and due whose agent's webhook takes them now. Returns how many. */
    takeUpWaiting: (limit: number): Promise<number> => takeUpWaiting(pool, limit),

    /**
     * Claims pending events whose time has passed, oldest first, and sets their next time, so that several sweepers
     * share the work. Returns them with the slot to publish to.
     */
    async claimOverdue(limit: number): Promise<OutgoingEvent[]> {
      const found = await rows<OutgoingRow>(pool, CLAIM_OVERDUE, [limit]);
      return found.sort(bySeq).map(outgoingEvent);
    },
  };
}

interface EventRow extends Omit<OutgoingRow, 'slot' | 'is_reachable'> {
  state: EventState;
}

type OpenRow = { last_seq: number } & {
  /** All are `null` where nothing is open, and `frame` alone where it exceeds the bound. */
  [Name in keyof EventRow]: EventRow[Name] | null;
};

async function markDelivered(
  pool: Pool,
  items: { eventId: string; channel: EventChannel }[],
): Promise<void[]> {
  // Two hubs may have sent the same events. PostgreSQL looks the rows up, and locks them, in the order given here. All processes use one order, so that
  // two of them do not wait for each other. If PostgreSQL reads a small table from end to end instead, they may, and the caller tries again.
  const sorted = items.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const values = [sorted.map((item) => item.eventId), sorted.map((item) => item.channel)];
  const reached = await rows<{ event_id: string }>(pool, MARK_DELIVERED, values);
  await deliverLate(pool, sorted, reached);
  return items.map(() => undefined);
}

interface RouteRow extends EventRow {
  attempt: number;
  in_flight: boolean;
  is_leased: boolean;
  slot: string | null;
  has_webhook: boolean;
  push_triggers_to_webhook: boolean;
}

async function readRoutes(pool: Pool, eventIds: string[]): Promise<(EventRoute | null)[]> {
  const found = await rows<RouteRow>(pool, READ_ROUTES, [eventIds]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return eventIds.map((eventId) => {
    const row = byId.get(eventId);
    if (row === undefined) return null;
    return {
      ...arrivedEvent(row),
      slot: row.slot,
      state: row.state,
      attempt: row.attempt,
      inFlight: row.in_flight,
      isLeased: row.is_leased,
      hasWebhook: row.has_webhook,
      pushTriggersToWebhook: row.push_triggers_to_webhook,
    };
  });
}

const MARK_DELIVERED = {
  name: 'event-mark-delivered-4',
  text: `
    WITH received AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::text[]) AS d (event_id, channel)
    ), begun AS (${beginRunsOf('received')}
    ), ${receiveEvents('reached', {
      of: 'received',
      channel: 'd.channel',
      where: afterLocking('begun'),
      lease: `CASE WHEN d.channel = 'websocket' THEN ${LEASE_END} END`,
    })}
    SELECT event_id FROM reached`,
};

const READ_ROUTES = {
  name: 'event-read-routes-2',
  text: `
    SELECT l.id, l.agent_id, l.seq, l.type, l.frame, coalesce(o.state, e.state) AS state, coalesce(o.attempt, e.attempt) AS attempt,
           coalesce(o.in_flight_until > now(), false) AS in_flight,
           coalesce(o.leased_until > now(), false) AS is_leased, ${onlineSlot('l.agent_id')} AS slot,
           a.webhook_url IS NOT NULL AS has_webhook, a.push_triggers_to_webhook
      FROM event l JOIN agent a ON a.id = l.agent_id
      LEFT JOIN LATERAL (SELECT * FROM open_event WHERE event_id = l.id OFFSET 0) o ON true
      LEFT JOIN LATERAL (
        SELECT state, attempt FROM event_end
         WHERE o.event_id IS NULL AND agent_id = l.agent_id AND seq = l.seq AND event_id = l.id OFFSET 0
      ) e ON true
     WHERE l.id = ANY ($1::text[]) AND a.deleted_at IS NULL`,
};

/** Neither a webhook attempt nor a poll has the event in hand. */
const FREE = `(in_flight_until IS NULL OR in_flight_until < now()) AND (leased_until IS NULL OR leased_until <= now())`;

// PostgreSQL knows the sizes of frames without reading them, and reads only the frames that fit. Waiting events are looked for type by type, so that very
// many events of a type that is not asked for are not passed one by one.
const READ_OPEN = {
  name: 'event-read-open-4',
  text: `
    SELECT c.last_seq, e.* FROM agent_counter c LEFT JOIN LATERAL (
      SELECT id, agent_id, seq, type, state,
             CASE WHEN row_number() OVER preceding = 1 OR sum(octet_length(frame)) OVER preceding <= $6 THEN frame END AS frame
        FROM (
          (SELECT event_id AS id, agent_id, seq, type, state FROM open_event
            WHERE agent_id = c.agent_id AND state = 'pending' AND seq > $2 AND ${FREE} ORDER BY seq LIMIT $4)
          UNION ALL
          SELECT w.* FROM (
            SELECT type, CASE WHEN type = ANY ($3::text[]) THEN $2::bigint
                              WHEN $5::bigint IS NOT NULL THEN GREATEST($2::bigint, $5::bigint) END AS after_seq FROM ${allTypes()}
          ) t CROSS JOIN LATERAL (
            SELECT event_id, agent_id, seq, type, state FROM open_event
             WHERE agent_id = c.agent_id AND state = 'waiting' AND type = t.type AND seq > t.after_seq AND ${FREE} ORDER BY seq LIMIT $4
          ) w
          ORDER BY seq LIMIT $4
        ) open CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = open.id OFFSET 0) l WINDOW preceding AS (ORDER BY seq)
    ) e ON true WHERE c.agent_id = $1 ORDER BY e.seq`,
};

const CLAIM_OVERDUE = {
  name: 'event-claim-overdue-3',
  text: `
    WITH overdue AS (
      SELECT event_id FROM open_event WHERE state = 'pending' AND attempt_after <= now()
       ORDER BY attempt_after LIMIT $1 FOR UPDATE SKIP LOCKED
    ), claimed AS MATERIALIZED (
      UPDATE open_event e SET attempt_after = ${TAKE_UP_LATER} FROM overdue WHERE e.event_id = overdue.event_id
      RETURNING e.event_id, e.agent_id, e.seq, e.type
    )
    SELECT e.event_id AS id, e.agent_id, e.seq, e.type, l.frame, ${onlineSlot('e.agent_id')} AS slot,
           (SELECT ${reachable()} FROM agent a WHERE a.id = e.agent_id) AS is_reachable
      FROM claimed e CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = e.event_id OFFSET 0) l`,
};
