-- takes: limit
SELECT bool_or(remove_older(k.kind, k.clock, k.age::interval, $1, k.condition) = $1) AS is_more
  FROM (VALUES
    ('session', 'expires_at', '0', 'true'),
    ('idempotency_key', 'kept_at', '24 hours', 'true'),
    ('message_stream', 'seen_at', '1 hour', 'true'),
    ('device_login', 'expires_at', '0', 'true'),
    ('decision_rule', 'expires_at', '0', 'true'),
    ('rate_count', 'ends_at', '0', 'true'),
    ('webhook_breaker', 'half_began_at', '2 days', 'state = ''closed''')
  ) k (kind, clock, age, condition)
