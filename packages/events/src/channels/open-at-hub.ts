import { rows } from '@svc/database';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { arrivedEvent } from '../outgoing-event.js';
import type { ArrivedEvent } from '../outgoing-event.js';

export interface OpenAtHub {
  /** In order per agent. */
  events: ArrivedEvent[];
  /** Agents that may have more than what is among `events`. */
  moreOf: string[];
  /** Where the next page begins, or `null` if this one is the last. */
  nextAfter: string | null;
}

export interface OpenAtHubQuery {
  slot: string;
  epoch: number;
  /** The page begins behind this agent; the first behind the empty text. */
  after: string;
  /** Agents that are looked at. */
  agentsMax: number;
  /** Events of each of them. */
  eventsPerAgentMax: number;
  /** Size of all frames together, in bytes; one is always taken. */
  bytesMax: number;
}

export type OpenAtHubQueries = ReturnType<typeof openAtHubQueries>;

export function openAtHubQueries(pool: Pool) {
  return {
    /**
     * Pending events of all agents that are connected to a hub, page by page: what the broker would bring to it. Leaves out what
     * {@link Events.readOpen} leaves out.
     */
    async readOpenAtHub(query: OpenAtHubQuery): Promise<OpenAtHub> {
      const { slot, epoch, after, agentsMax, eventsPerAgentMax, bytesMax } = query;
      const values = [slot, epoch, after, agentsMax, eventsPerAgentMax, bytesMax];
      const found = await rows<Row>(pool, READ_OPEN_AT_HUB, values);
      const [first] = found;
      const page: OpenAtHub = { events: [], moreOf: [], nextAfter: null };
      if (first !== undefined && first.agents === agentsMax) page.nextAfter = first.last_agent;
      for (const row of found) {
        if (row.id === null) break;
        if (row.frame === null) {
          // The page is full within this agent's events. Those of the agents behind it are the next page's.
          page.moreOf.push(row.agent_id);
          page.nextAfter = row.agent_id;
          break;
        }
        const { id, frame } = row;
        page.events.push(arrivedEvent({ ...row, id, frame }));
        if (row.place === eventsPerAgentMax) page.moreOf.push(row.agent_id);
      }
      return page;
    },
  };
}

interface Row {
  agents: number;
  last_agent: string | null;
  id: string | null;
  agent_id: string;
  seq: number;
  type: EventType;
  /** `null` if the page has no room for it. */
  frame: string | null;
  /** Counts the agent's events from 1. */
  place: number;
}

// Sizes are known without reading the frames, and only those that fit are read.
const READ_OPEN_AT_HUB = {
  name: 'event-read-open-at-hub-2',
  text: `
    WITH agents AS MATERIALIZED (
      SELECT DISTINCT agent_id FROM agent_session
       WHERE slot = $1 AND epoch = $2 AND agent_id > $3 ORDER BY agent_id LIMIT $4
    ), open AS (
      SELECT a.agent_id, e.event_id AS id, e.seq, l.bytes,
             sum(l.bytes) OVER (ORDER BY a.agent_id, e.seq) AS bytes_so_far,
             row_number() OVER (ORDER BY a.agent_id, e.seq) AS number,
             row_number() OVER (PARTITION BY a.agent_id ORDER BY e.seq)::int AS place
        FROM agents a CROSS JOIN LATERAL (
          SELECT event_id, seq FROM open_event
           WHERE agent_id = a.agent_id AND state = 'pending'
             AND (in_flight_until IS NULL OR in_flight_until < now())
             AND (leased_until IS NULL OR leased_until <= now())
           ORDER BY seq LIMIT $5
        ) e CROSS JOIN LATERAL (SELECT octet_length(frame) AS bytes FROM event WHERE id = e.event_id OFFSET 0) l
    ), page AS (
      SELECT o.agent_id, o.id, o.seq, o.number, o.place, o.number = 1 OR o.bytes_so_far <= $6 AS fits
        FROM open o ORDER BY o.number
    ), cut AS (
      SELECT * FROM page WHERE fits
      UNION ALL
      (SELECT * FROM page WHERE NOT fits ORDER BY number LIMIT 1)
    )
    SELECT p.agents, p.last_agent, c.agent_id, c.id, c.seq, c.place, e.type, CASE WHEN c.fits THEN e.frame END AS frame
      FROM (SELECT count(*)::int AS agents, max(agent_id) AS last_agent FROM agents) p
      LEFT JOIN (cut c CROSS JOIN LATERAL (SELECT type, frame FROM event WHERE id = c.id OFFSET 0) e) ON true
     ORDER BY c.number`,
};
