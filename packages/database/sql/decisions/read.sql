-- A request with its outcome.
-- takes: id
SELECT d.id, d.agent_id AS "agentId", d.conversation_id AS "conversationId", d.task_run_id AS "taskRunId",
       d.title, d.description, d.action, d.suggested_pattern AS "suggestedPattern", d.key, d.status, d.note,
       d.always_allow_pattern AS "alwaysAllowPattern", d.resolution_reason AS "resolutionReason",
       d.answer_schema AS "answerSchema", d.proposed, d.answer, d.resolved_by_rule_id AS "resolvedByRuleId",
       d.resolved_by_key_id AS "resolvedByKeyId", d.resolved_by_key_name AS "resolvedByKeyName",
       d.created_at AS "createdAt", d.expires_at AS "expiresAt", d.reminded_at AS "remindedAt",
       d.resolved_at AS "resolvedAt"
  FROM decision d WHERE d.id = $1
