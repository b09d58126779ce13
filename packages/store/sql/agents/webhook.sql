-- The webhook of an owner's agent, what signs its requests, and what signed them before while it still does.
-- gives: previous?
SELECT webhook_url AS url, coalesce(signing_secret_sealed, secret_sealed) AS sealed,
       CASE WHEN previous_signing_until > now() THEN previous_signing_sealed END AS previous
  FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
