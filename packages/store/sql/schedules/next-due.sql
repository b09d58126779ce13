-- gives: in_ms?
SELECT ceil(extract(epoch FROM min(next_run_at) - clock_timestamp()) * 1000)::int AS in_ms
  FROM task WHERE enabled AND next_run_at > now() AND next_run_at < now() + interval '1 minute'
