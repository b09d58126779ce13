import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import type { EventState, EventType } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { byPushNo, outgoingEvent } from './outgoing-event.js';
import type { OutgoingEvent, OutgoingRow } from './outgoing-event.js';
import { isOfRun, OPEN_RUN, runStatus } from './receipt-sql.js';

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
  async next(
    client: Pool | ClientBase,
    query: { agentId: string; filter: ReplayFilter; after: number; lastSeq: number; limit: number },
  ): Promise<ReplayCandidate[]> {
    const { agentId, filter, after, lastSeq, limit } = query;
    const found = await rows<CandidateRow>(client, nextStatement(filter), [
      ...[agentId, after, lastSeq, limit, filter.from, filter.to],
    ]);
    return found.map((row) => ({
      eventId: row.id,
      seq: row.seq,
      matches: row.matches,
      isOver: row.is_over,
    }));
  },

  /**
   * Starts a new round of attempts of an agent's events that are still in this state, each under its own id. Leaves out those whose run is finished. Returns those
   * that are on their way, in order.
   */
  async restart(
    client: ClientBase,
    { agentId, state, eventIds }: { agentId: string; state: ReplayedState; eventIds: readonly string[] },
  ): Promise<OutgoingEvent[]> {
    const restarted = await rows<OutgoingRow>(client, RESTART, [eventIds, agentId, state]);
    return restarted.sort(byPushNo).map(outgoingEvent);
  },

  /** Where events stand now, in the order that was asked. */
  async outcomesOf(client: ClientBase, eventIds: readonly string[]): Promise<ReplayOutcome[]> {
    if (eventIds.length === 0) return [];
    const found = await rows<{ state: EventState | null }>(client, OUTCOMES, [eventIds]);
    return found.map(({ state }) => state ?? 'removed');
  },

  /** How many events of an agent are on their way, but for these. It counts up to `max`. */
  async pendingBeside(
    client: ClientBase,
    { agentId, eventIds, max }: { agentId: string; eventIds: readonly string[]; max: number },
  ): Promise<number> {
    const [row] = await rows<{ pending: number }>(client, PENDING_BESIDE, [agentId, eventIds, max]);
    return row?.pending ?? 0;
  },
};

interface CandidateRow {
  id: string;
  seq: number;
  matches: boolean;
  is_over: boolean;
}

// States and types stand in the text, so that the planner takes their indexes. What PostgreSQL reads is bounded by the limit: conditions that no index knows
// come behind it.
function nextStatement({ state, type }: ReplayFilter): WrittenStatement {
  const untriggered =
    type === null || type === 'task_trigger' ? '' : `type <> 'task_trigger' AND type = '${type}' AND `;
  const among = state === 'failed' ? `state = 'failed' AND ` : untriggered;
  const ofType = type === null ? '' : ` AND n.type = '${type}'`;
  return {
    name: `replay-next-2-${state}-${type ?? 'any'}`,
    text: `
    WITH next AS MATERIALIZED (
      SELECT id, seq, type, state, subject_id, created_at FROM event WHERE ${among}agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4
    )
    SELECT n.id, n.seq, n.state = '${state}'${ofType} AND n.created_at >= $5::timestamptz AND n.created_at < $6::timestamptz AS matches,
           ${isOfRun('n.type')} AND (r.event_id IS NULL OR r.event_id <> n.id OR r.status NOT IN ${OPEN_RUN}) AS is_over
      FROM next n
      LEFT JOIN LATERAL (
        SELECT k.event_id, ${runStatus('k')} AS status FROM task_run k WHERE ${isOfRun('n.type')} AND k.id = n.subject_id OFFSET 0
      ) r ON true
     ORDER BY n.seq`,
  };
}

// As for one event (`restart.ts`). The runs are locked before the events, each kind in the order of its ids.
const RESTART = {
  name: 'replay-restart-2',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT id, type, subject_id FROM event WHERE id = ANY ($1::text[]) AND agent_id = $2
    ), run AS MATERIALIZED (
      SELECT r.id, r.event_id, ${runStatus('r')} AS status FROM task_run r
       WHERE r.id = ANY (ARRAY(SELECT subject_id FROM asked WHERE ${isOfRun('type')})) ORDER BY r.id FOR SHARE OF r
    ), wanted AS MATERIALIZED (
      SELECT array_agg(a.id) AS ids FROM asked a LEFT JOIN run r ON r.id = a.subject_id AND ${isOfRun('a.type')}
       WHERE NOT (${isOfRun('a.type')}) OR (r.status IN ${OPEN_RUN} AND r.event_id = a.id)
    )
    SELECT a.* FROM wanted w CROSS JOIN LATERAL restart_events(w.ids, $3) a WHERE w.ids IS NOT NULL`,
};

const OUTCOMES = {
  name: 'replay-outcomes-2',
  text: `
    SELECT CASE WHEN e.state <> 'open' THEN e.state WHEN e.push_no <= w.push_no THEN 'waiting' WHEN e.id IS NOT NULL THEN 'pending' END AS state
      FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place) LEFT JOIN event e ON e.id = u.id
      LEFT JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type
     ORDER BY u.place`,
};

const PENDING_BESIDE = {
  name: 'replay-pending-beside-2',
  text: `
    SELECT count(*)::int AS pending FROM (
      SELECT 1 FROM waiting_up_to w JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no > w.push_no
       WHERE w.agent_id = $1 AND e.id <> ALL ($2::text[]) LIMIT $3
    ) p`,
};
