-- The scratchpad of a run within a scope. If it is empty, or the run has ended, one row without a block.
-- takes: run_id, agent_id?, owner_id?
-- gives: id?
SELECT b.id, b.text, b.created_at
  FROM run_record r JOIN agent a ON a.id = r."agentId"
  LEFT JOIN context_block b ON b.run_id = r."runId" AND r.status IN ('pending', 'running')
 WHERE r."runId" = $1 AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
   AND a.deleted_at IS NULL
 ORDER BY b.id
