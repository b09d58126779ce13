-- Hands out an agent's events that nothing pushes, and those whose webhook failed while their run is open.
-- takes: agent_id, limit, bytes_max
-- gives: eventId?, state EventState, frame?, handedOutNo?
-- PostgreSQL knows the sizes of frames without reading them. What others took while this waited is left out.
WITH found AS MATERIALIZED (
  SELECT o.* FROM waiting_up_to w CROSS JOIN LATERAL (
    (SELECT e.id, e.seq, 'waiting' AS state, e.frame, e.created_at FROM event e
      WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no <= w.push_no
        AND is_free(e.in_flight_until, e.leased_until) ORDER BY e.push_no LIMIT $2)
    UNION ALL
    (SELECT e.id, e.seq, e.state, e.frame, e.created_at FROM event e
      WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.is_listed AND e.state = 'failed'
        AND is_free(e.in_flight_until, e.leased_until) ORDER BY e.seq LIMIT $2)
  ) o WHERE w.agent_id = $1 ORDER BY o.seq LIMIT $2
), sized AS MATERIALIZED (
  SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $3 AS fits
    FROM found f WINDOW preceding AS (ORDER BY f.seq)
), marked AS MATERIALIZED (
  SELECT m.* FROM hand_out(ARRAY(SELECT id FROM sized WHERE fits), true) m
)
SELECT c.last_seq AS "lastSeq", (SELECT count(*)::int FROM sized) AS found, s.id AS "eventId", s.seq, s.state,
       s.fits, CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt", s.no AS "handedOutNo"
  FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
  LEFT JOIN (
    SELECT f.*, m.no FROM sized f LEFT JOIN marked m ON m.id = f.id WHERE NOT f.fits OR m.id IS NOT NULL
  ) s ON true
 WHERE c.agent_id = $1 ORDER BY s.seq
