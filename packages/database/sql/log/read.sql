-- The agent's events behind a number, whatever became of them. Sizes are known without reading the frames.
-- takes: agent_id, after, limit, bytes_max
-- gives: eventId?, frame?
WITH sized AS (
  SELECT e.*, row_number() OVER preceding = 1 OR sum(octet_length(e.frame)) OVER preceding <= $4 AS fits
    FROM (
      SELECT id, seq, push_no, state, type, created_at, frame FROM event
       WHERE agent_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
    ) e WINDOW preceding AS (ORDER BY e.seq)
)
SELECT c.last_seq AS "lastSeq", c.last_push_no AS "lastPushNo", (SELECT count(*)::int FROM sized) AS found,
       s.id AS "eventId", s.seq, s.push_no AS "pushNo", s.state, s.type, s.fits,
       CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt"
  FROM agent_counter c LEFT JOIN sized s ON true WHERE c.agent_id = $1 ORDER BY s.seq
