import { auditedSql } from './audit-entry.js';

/** The entry of an event that its owner has sent again, for the statement of `restartQueries`. */
export function auditedRestartSql(relation: string): string {
  return auditedSql({
    ...{ from: relation, action: 'event.redelivered', userId: '$2', actor: 'user', actorId: '$2' },
    ...{ subjectId: `${relation}.event_id`, agentId: `${relation}.agent_id`, call: '$3' },
    details: `jsonb_build_object('name', ${relation}.agent_name, 'type', ${relation}.type)`,
  });
}
