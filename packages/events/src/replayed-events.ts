import { rows } from '@svc/database';
import type { Statement } from '@svc/database';
import { EVENT_TYPES } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { onlineSlot } from './channels/websocket.js';
import { outgoingEvent } from './outgoing-event.js';
import type { OutgoingEvent, OutgoingRow } from './outgoing-event.js';
import { isOfRun, OPEN_RUN, runStatus } from './receipt-sql.js';
import { NEW_ROUND, reopen } from './restart.js';
import { reachable, REACH_OF_AGENT } from './route.js';

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
  /** Whether it has the state, the type and the time that are asked for; `null` if it is not kept any more. */
  matches: boolean | null;
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
    return (await rows<OutgoingRow>(client, RESTART, [eventIds, agentId, state])).map(outgoingEvent);
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
  matches: boolean | null;
  is_over: boolean;
}

// States and types stand in the text, so that the planner takes their indexes. What PostgreSQL reads is bounded by the limit: conditions that no index knows
// come behind it.
function nextStatement({ state, type }: ReplayFilter): Statement {
  const types = type === null ? EVENT_TYPES : [type];
  const next = `agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`;
  const untriggered =
    type === null || type === 'task_trigger' ? '' : `type <> 'task_trigger' AND type = '${type}' AND `;
  const ended = state === 'failed' ? `state = 'failed' AND ` : untriggered;
  const sources = [
    `SELECT event_id, seq, type, state FROM event_end WHERE ${ended}${next}`,
    ...types.map(
      (each) =>
        `SELECT event_id, seq, type, state FROM open_event WHERE state = '${state}' AND type = '${each}' AND ${next}`,
    ),
  ];
  const ofType = type === null ? '' : ` AND n.type = '${type}'`;
  return {
    name: `replay-next-${state}-${type ?? 'any'}`,
    text: `
    WITH next AS MATERIALIZED (
      SELECT * FROM (${sources.map((source) => `(${source})`).join('\n          UNION ALL ')}) all_of ORDER BY seq LIMIT $4
    )
    SELECT n.event_id AS id, n.seq, n.state = '${state}'${ofType} AND l.created_at >= $5::timestamptz AND l.created_at < $6::timestamptz AS matches,
           ${isOfRun('n.type')} AND (r.event_id IS NULL OR r.event_id <> n.event_id OR r.status NOT IN ${OPEN_RUN}) AS is_over
      FROM next n
      LEFT JOIN LATERAL (SELECT subject_id, created_at FROM event WHERE id = n.event_id OFFSET 0) l ON true
      LEFT JOIN LATERAL (
        SELECT k.event_id, ${runStatus('k')} AS status FROM task_run k WHERE ${isOfRun('n.type')} AND k.id = l.subject_id OFFSET 0
      ) r ON true
     ORDER BY n.seq`,
  };
}

// As for one event (`restart.ts`). The runs are locked before the events, each kind in the order of its ids.
const RESTART = {
  name: 'replay-restart',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT l.* FROM unnest($1::text[]) AS u (id)
       CROSS JOIN LATERAL (SELECT id, agent_id, seq, type, frame, subject_id FROM event WHERE id = u.id AND agent_id = $2 OFFSET 0) l
    ), run AS MATERIALIZED (
      SELECT r.id, r.event_id, ${runStatus('r')} AS status FROM task_run r
       WHERE r.id = ANY (ARRAY(SELECT subject_id FROM asked WHERE ${isOfRun('type')})) ORDER BY r.id FOR SHARE OF r
    ), wanted AS MATERIALIZED (
      SELECT e.* FROM asked e LEFT JOIN run r ON r.id = e.subject_id AND ${isOfRun('e.type')}
       WHERE NOT (${isOfRun('e.type')}) OR (r.status IN ${OPEN_RUN} AND r.event_id = e.id)
    ), held AS MATERIALIZED (
      SELECT event_id FROM open_event WHERE event_id = ANY (ARRAY(SELECT id FROM wanted)) ORDER BY event_id FOR NO KEY UPDATE
    ), again AS (
      UPDATE open_event e SET ${NEW_ROUND}
        FROM wanted w WHERE e.event_id = w.id AND e.state = $3 AND (SELECT count(*) FROM held) >= 0
      RETURNING e.event_id
    ), ended AS (
      DELETE FROM event_end e USING wanted w
       WHERE e.agent_id = w.agent_id AND e.seq = w.seq AND e.event_id = w.id AND e.state = $3
      RETURNING e.event_id, e.attempt, w.agent_id, w.seq, w.type, w.subject_id
    ), reopened AS (${reopen('ended')}
    )
    SELECT w.id, w.agent_id, w.seq, w.type, w.frame, ${onlineSlot('w.agent_id')} AS slot,
           (SELECT ${reachable({ reach: REACH_OF_AGENT, type: 'w.type' })} FROM agent a WHERE a.id = w.agent_id) AS is_reachable
      FROM (SELECT event_id FROM again UNION ALL SELECT event_id FROM reopened) r JOIN wanted w ON w.id = r.event_id
     ORDER BY w.seq`,
};

const OUTCOMES = {
  name: 'replay-outcomes',
  text: `
    SELECT coalesce(o.state, e.state) AS state
      FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place)
      LEFT JOIN LATERAL (SELECT agent_id, seq FROM event WHERE id = u.id OFFSET 0) l ON true
      LEFT JOIN LATERAL (SELECT state FROM open_event WHERE event_id = u.id OFFSET 0) o ON true
      LEFT JOIN LATERAL (
        SELECT state FROM event_end WHERE o.state IS NULL AND agent_id = l.agent_id AND seq = l.seq AND event_id = u.id OFFSET 0
      ) e ON true
     ORDER BY u.place`,
};

const PENDING_BESIDE = {
  name: 'replay-pending-beside',
  text: `
    SELECT count(*)::int AS pending FROM (
      SELECT 1 FROM open_event WHERE agent_id = $1 AND state = 'pending' AND event_id <> ALL ($2::text[]) LIMIT $3
    ) p`,
};
