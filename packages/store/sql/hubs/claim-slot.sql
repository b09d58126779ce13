WITH free AS (
  SELECT slot FROM hub WHERE slot ~ '^auto-[0-9]{1,9}$' AND heartbeat_at < now() - interval '10 seconds'
   ORDER BY substr(slot, 6)::int LIMIT 1 FOR UPDATE SKIP LOCKED
), taken AS (
  UPDATE hub SET epoch = hub.epoch + 1, heartbeat_at = now() FROM free WHERE hub.slot = free.slot
  RETURNING hub.slot, hub.epoch
), opened AS (
  INSERT INTO hub (slot, epoch, heartbeat_at)
  SELECT 'auto-' || (coalesce(max(substr(slot, 6)::int), 0) + 1), 1, now()
    FROM hub WHERE slot ~ '^auto-[0-9]{1,9}$' HAVING NOT EXISTS (SELECT 1 FROM free)
  ON CONFLICT (slot) DO NOTHING
  RETURNING slot, epoch
)
SELECT slot, epoch FROM taken UNION ALL SELECT slot, epoch FROM opened
