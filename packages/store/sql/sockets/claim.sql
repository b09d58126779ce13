-- The open events of sessions above a push_no of each, as many as each may get.
-- A session that is its agent's newest and gets none has a row without an event.
-- takes: session_ids, agent_ids, afters, limits, bytes_max, session_bytes_max
-- gives: eventId?
WITH asked AS MATERIALIZED (
  SELECT q.*, c.last_push_no
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) AS q (session_id, agent_id, after, free)
    JOIN agent_reach r ON r.agent_id = q.agent_id AND r.session_id = q.session_id
    JOIN agent_counter c ON c.agent_id = q.agent_id
), found AS MATERIALIZED (
  SELECT q.session_id, e.*, (sum(e.bytes) OVER fairly <= $5 OR row_number() OVER fairly = 1)
           AND (sum(e.bytes) OVER of_session <= $6 OR e.ordinal = 1) AS fits
    FROM asked q CROSS JOIN LATERAL (
      SELECT e.*, row_number() OVER (ORDER BY e.push_no) AS ordinal FROM waiting_up_to w CROSS JOIN LATERAL (
        SELECT e.id, e.push_no, octet_length(e.frame) AS bytes FROM event e
         WHERE e.agent_id = q.agent_id AND e.type = w.type AND e.state = 'open'
           AND e.push_no > GREATEST(q.after, w.push_no) AND is_free(e.in_flight_until, e.leased_until)
         ORDER BY e.push_no LIMIT q.free
      ) e WHERE w.agent_id = q.agent_id ORDER BY e.push_no LIMIT q.free
    ) e
  WINDOW fairly AS (ORDER BY e.ordinal, q.session_id),
         of_session AS (PARTITION BY q.session_id ORDER BY e.ordinal)
)
SELECT q.session_id AS "sessionId", q.last_push_no AS "lastPushNo",
       EXISTS (SELECT FROM found c WHERE c.session_id = q.session_id AND NOT c.fits) AS "isCut",
       f.id AS "eventId", q.agent_id AS "agentId", l.seq, f.push_no AS "pushNo", l.type, l.frame,
       l.created_at AS "createdAt"
  FROM asked q LEFT JOIN found f ON f.session_id = q.session_id AND f.fits
  -- PostgreSQL knows the sizes of frames without reading them, and reads only the frames that fit.
  LEFT JOIN LATERAL (SELECT seq, type, frame, created_at FROM event WHERE id = f.id OFFSET 0) l ON true
 ORDER BY q.session_id, f.push_no
