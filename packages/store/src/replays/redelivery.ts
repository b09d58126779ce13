import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { ServiceError } from '@svc/domain';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { AuditedCall } from '../audit/audit-entry.js';

export function redeliveryQueries(pool: Pool) {
  return {
    /**
     * Starts a new round of attempts of a user's event, under the same id. `null` if the event is not the user's.
     *
     * @param call how the user has called, for the audit log.
     * @throws ServiceError `conflict` if the event's run is finished: the agent could do nothing with it.
     */
    async restart(eventId: string, userId: string, call: AuditedCall = {}): Promise<OutgoingEvent | null> {
      return transaction(pool, async (client) => {
        const [event] = await rows(client, sql.events.lock, {
          ...{ ids: [eventId], agentId: null, ownerId: userId },
        });
        if (event === undefined) return null;
        const { agentId, agentName: name, type } = event;
        if (event.isReplaced)
          throw new ServiceError('conflict', {
            detail: 'The run of this event was offered again by another event',
          });
        if (event.isOver) throw new ServiceError('conflict', { detail: 'The run of this event is finished' });
        const [restarted] = await rows(client, sql.events.restart, { ids: [eventId], state: null });
        // It was removed in this moment.
        if (restarted === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'event.redelivered', subjectId: eventId, agentId, call },
          details: { name, type },
        });
        return restarted;
      });
    },
  };
}
