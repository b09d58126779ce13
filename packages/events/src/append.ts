import { EVENT_TAKE_UP_AFTER_MS } from '@svc/domain';
import { onlineSlots } from './channels/websocket.js';
import { isOneOf, LISTED_UNTIL_RUN_ENDS, reachable, REACH_OF_AGENT } from './route.js';
import type { ReachSql } from './route.js';

/** When the sweeper takes an event up that is still pending, as an expression. */
export const TAKE_UP_LATER = `now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds'`;

/** What is known of an agent beside its presence, by its row. */
const BY_ROW = Object.entries(REACH_OF_AGENT).filter(([fact]) => fact !== 'isOnline');

/** The same as the relation `reach` has it, a column for each. */
const REACH_KNOWN: ReachSql = {
  ...(Object.fromEntries(BY_ROW.map(([fact]) => [fact, `r."${fact}"`])) as ReachSql),
  isOnline: 'r.slot IS NOT NULL',
};

/**
 * Common table expressions that append an event for each row of `relation`, to be put into the statement that writes the fact which causes
 * them. The relation has the columns `event_id`, `agent_id`, `type`, `frame`, `subject_id`, which is the id of what the type says that it tells of
 * (`subjectOf`), and `place`, by which an agent's events are ordered among themselves. The agents' counters are locked in one order.
 *
 * An event is `pending` at first, whether or not its agent can be reached: only the router decides where it goes. If the agent is offline, its poll
 * lists the event from the beginning.
 *
 * Writers read `appended (event_id, agent_id, type, place, subject_id, seq, slot, is_reachable)`. `slot` is the hub that the
 * agent is connected to, or null. `is_reachable` says whether any channel can push the event now. If none can, the announcer does not publish the
 * event, and hands it to the statement that parks.
 *
 * The planner believes that each of these relations has one row, and would join them by nested loops within one another: 64 calls of
 * 50 agents took 13 million steps. So each join has two relations, stands alone, and is full: every row has its partner, and a full
 * join is never a nested loop. What is known of the agents is read for all of them at once: agent by agent, a small table is read from end to end for each.
 */
export function appendEvents(relation: string): string {
  return `
    appending AS MATERIALIZED (
      SELECT r.*, row_number() OVER (PARTITION BY r.agent_id ORDER BY r.place) AS number FROM ${relation} r
    ), counter AS MATERIALIZED (
      SELECT c.agent_id FROM agent_counter c
       WHERE c.agent_id = ANY (ARRAY(SELECT agent_id FROM appending)) ORDER BY c.agent_id FOR UPDATE
    ), counted AS (
      UPDATE agent_counter c SET last_seq = c.last_seq + n.events
        FROM (SELECT agent_id, count(*) AS events FROM appending GROUP BY agent_id) n
       WHERE c.agent_id = n.agent_id AND (SELECT count(*) FROM counter) > 0
      RETURNING c.agent_id, c.last_seq - n.events AS before
    ), reach_facts AS MATERIALIZED (
      SELECT a.id, ${BY_ROW.map(([fact, sql]) => `${sql} AS "${fact}"`).join(', ')} FROM agent a WHERE a.id = ANY (ARRAY(SELECT agent_id FROM counted))
    ), reach_slots AS MATERIALIZED (${onlineSlots('ARRAY(SELECT agent_id FROM counted)')}
    ), reach AS MATERIALIZED (
      SELECT counted.agent_id, counted.before, s.slot, ${BY_ROW.map(([fact]) => `a."${fact}"`).join(', ')}
        FROM counted FULL JOIN reach_facts a ON a.id = counted.agent_id FULL JOIN reach_slots s ON s.agent_id = counted.agent_id
    ), event AS (
      INSERT INTO event (id, agent_id, seq, type, frame, subject_id)
      SELECT a.event_id, a.agent_id, r.before + a.number, a.type, a.frame, a.subject_id
        FROM appending a FULL JOIN reach r ON r.agent_id = a.agent_id
    ), appended AS MATERIALIZED (
      SELECT a.event_id, a.agent_id, a.type, a.place, a.subject_id, r.before + a.number AS seq, r.slot,
             ${reachable({ reach: REACH_KNOWN, type: 'a.type' })} AS is_reachable
        FROM appending a FULL JOIN reach r ON r.agent_id = a.agent_id
    ), event_opened AS (
      INSERT INTO open_event (event_id, agent_id, seq, type, subject_id, attempt_after, queued_at)
      SELECT event_id, agent_id, seq, type, subject_id, ${TAKE_UP_LATER},
             CASE WHEN slot IS NULL AND ${isOneOf('type', LISTED_UNTIL_RUN_ENDS)} THEN now() END
        FROM appended
    )`;
}
