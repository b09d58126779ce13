WITH gone AS (
  DELETE FROM agent_session WHERE id = ANY ($1::text[]) RETURNING agent_id
)
SELECT look_at_webhooks(ARRAY(TABLE gone))
