WITH gone AS (
  UPDATE hub h SET epoch = h.epoch + 1
   WHERE h.heartbeat_at < now() - interval '1 hour'
     AND EXISTS (SELECT 1 FROM agent_session s WHERE s.slot = h.slot AND s.epoch = h.epoch)
  RETURNING h.slot
)
DELETE FROM agent_session s USING hub h
 WHERE h.slot = s.slot AND (h.epoch <> s.epoch OR s.slot IN (SELECT slot FROM gone))
