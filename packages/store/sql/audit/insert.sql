-- Adds entries to the audit log: a list of objects whose fields have the names of the columns.
-- takes: entries
INSERT INTO audit_entry (id, user_id, actor, actor_id, area, action, outcome, subject_id, agent_id, address,
                         key_id, key_name, details)
SELECT id, user_id, actor, actor_id, area, action, outcome, subject_id, agent_id, address,
       key_id, key_name, details
  FROM jsonb_populate_recordset(NULL::audit_entry, $1::jsonb)
