-- The agent's events behind a number, whatever became of them. For a poll, open ones are handed out.
-- PostgreSQL knows the sizes of frames without reading them. Only rows that are to be marked are locked.
-- takes: agent_id, after, limit, bytes_max, marks boolean
-- gives: eventId?, state EventState, frame?, handedOutNo?
WITH sized AS MATERIALIZED (
  SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $4 AS fits
    FROM (
      SELECT id, seq, push_no, type, state, frame, created_at, handed_out_no FROM event
       WHERE agent_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
    ) f WINDOW preceding AS (ORDER BY f.seq)
), marked AS MATERIALIZED (
  SELECT m.* FROM hand_out(ARRAY(SELECT id FROM sized WHERE $5 AND fits AND handed_out_no IS NULL), false) m
)
SELECT c.last_seq AS "lastSeq", c.last_push_no AS "lastPushNo", (SELECT count(*)::int FROM sized) AS found,
       s.id AS "eventId", s.seq, s.push_no AS "pushNo", s.type, s.fits,
       CASE WHEN s.state <> 'open' THEN s.state WHEN s.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END
         AS state,
       CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt",
       coalesce(m.no, s.handed_out_no) AS "handedOutNo"
  FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
  LEFT JOIN sized s ON true LEFT JOIN marked m ON m.id = s.id
  LEFT JOIN waiting_up_to w ON w.agent_id = c.agent_id AND w.type = s.type
 WHERE c.agent_id = $1 ORDER BY s.seq
