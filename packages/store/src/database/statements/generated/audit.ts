// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const commitWithoutWait = statement<object, object>('audit/commit-without-wait', [], `
SET LOCAL synchronous_commit = off`);

/** Adds entries to the audit log: a list of objects whose fields have the names of the columns. */
export const insert = statement<{ entries: string }, object>('audit/insert', ['entries'], `
INSERT INTO audit_entry (id, user_id, actor, actor_id, area, action, outcome, subject_id, agent_id, address,
                         key_id, key_name, details)
SELECT id, user_id, actor, actor_id, area, action, outcome, subject_id, agent_id, address,
       key_id, key_name, details
  FROM jsonb_populate_recordset(NULL::audit_entry, $1::jsonb)`);
