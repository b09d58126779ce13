SELECT id AS "agentId", owner_id AS "ownerId", agent_name AS "agentName", kind, status,
       status_reason AS "statusReason", webhook_url AS "webhookUrl",
       push_triggers_to_webhook AS "pushTriggersToWebhook", features,
       consecutive_failures AS "consecutiveFailures", created_at AS "createdAt",
       previous_signing_until AS "previousSignatureUntil",
       signing_secret_sealed IS NOT NULL AS "hasSigningSecret"
  FROM agent WHERE id = $1
