-- What the first of these runs are about, as many as fit, at least one. A trigger's payload is in its event.
-- takes: ids, bytes_max
-- gives: prompt?, frame?
WITH sized AS MATERIALIZED (
  SELECT u.id, u.place, t.id AS task_id, e.id AS event_id,
         sum(coalesce(octet_length(t.prompt), 0) + coalesce(octet_length(e.frame), 0)) OVER (ORDER BY u.place) AS bytes
    FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place) LEFT JOIN task_run r ON r.id = u.id
    LEFT JOIN task t ON t.id = r.task_id LEFT JOIN event e ON e.id = r.event_id AND e.type = 'task_trigger'
)
SELECT s.id, t.prompt, e.frame
  FROM sized s LEFT JOIN task t ON t.id = s.task_id LEFT JOIN event e ON e.id = s.event_id
 WHERE s.place = 1 OR s.bytes <= $2 ORDER BY s.place
