UPDATE replay
   SET state = 'cancelled', ended_at = now(), waits_for = NULL,
       next_step_at = CASE WHEN cardinality(under_way) > 0 THEN date_trunc('milliseconds', now()) END
 WHERE id = $1
