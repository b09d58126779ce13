-- Agents that are locked, what of their webhooks is known, and how many of their attempts are under way.
-- A statement of its own: it sees all that was written before the lock. A deleted agent has no webhook.
-- takes: agent_ids
-- gives: userId?, slot?, breakerState? BreakerState, doublings?, probeInMs?
SELECT d.agent_id AS "agentId", r.owner_id AS "userId", r.slot,
       coalesce(r.has_webhook, false) AS "hasWebhook", coalesce(r.takes_triggers, false) AS "takesTriggers",
       a.status AS "agentStatus", b.state AS "breakerState", b.doublings,
       (extract(epoch FROM b.probe_at - now()) * 1000)::float8 AS "probeInMs",
       (SELECT count(*)::int FROM event WHERE agent_id = a.id AND in_flight_until > now()) AS "inFlight"
  FROM unnest($1::text[]) AS d (agent_id) LEFT JOIN agent_reach r ON r.agent_id = d.agent_id
  LEFT JOIN agent a ON a.id = d.agent_id LEFT JOIN webhook_breaker b ON b.agent_id = d.agent_id
