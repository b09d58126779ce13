-- How many breakers are open.
SELECT count(*)::int AS open FROM webhook_breaker WHERE state = 'open'
