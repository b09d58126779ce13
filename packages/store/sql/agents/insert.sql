-- takes: id, owner_id, agent_name, kind, webhook_url?, secret_hash, secret_sealed
WITH created AS (
  INSERT INTO agent (id, owner_id, agent_name, kind, webhook_url, secret_hash, secret_sealed)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id
)
INSERT INTO agent_counter (agent_id) SELECT id FROM created
