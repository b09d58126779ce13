-- The agent's events behind a number, whatever became of them; those that are open are handed out.
-- takes: agent_id, after, limit, bytes_max
-- gives: eventId?, state EventState, frame?, handedOutNo?
-- PostgreSQL knows the sizes of frames without reading them. Only rows that are to be marked are locked.
WITH sized AS MATERIALIZED (
  SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $4 AS fits
    FROM (
      SELECT id, seq, push_no, type, state, frame, created_at, handed_out_no FROM event
       WHERE agent_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
    ) f WINDOW preceding AS (ORDER BY f.seq)
), marked AS MATERIALIZED (
  SELECT m.* FROM hand_out(ARRAY(SELECT id FROM sized WHERE fits AND handed_out_no IS NULL), false) m
)
SELECT c.last_seq AS "lastSeq", (SELECT count(*)::int FROM sized) AS found, s.id AS "eventId", s.seq, s.fits,
       CASE WHEN s.state <> 'open' THEN s.state WHEN s.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END
         AS state,
       CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt",
       coalesce(m.no, s.handed_out_no) AS "handedOutNo"
  FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
  LEFT JOIN sized s ON true LEFT JOIN marked m ON m.id = s.id
  LEFT JOIN waiting_up_to w ON w.agent_id = c.agent_id AND w.type = s.type
 WHERE c.agent_id = $1 ORDER BY s.seq
