import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { CONVERSATIONS_PINNED_MAX, conflict } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import { lockUser } from '../accounts/account-lock.js';

/** What is left out stays. */
export interface ConversationChange extends Audited {
  conversationId: string;
  userId: string;
  /** `null` takes it away, so that the agent's shows again. */
  title?: string | null | undefined;
  isPinned?: boolean | undefined;
  isArchived?: boolean | undefined;
}

export function conversationMarkQueries(pool: Pool) {
  return {
    /**
     * One that is put away is not pinned, and one that is pinned not put away. `null` if not the person's.
     * @throws ServiceError `conflict` if as many are pinned as may be, `unauthorized` without the person.
     */
    change: (change: ConversationChange) =>
      transaction(pool, async (client) => {
        const { conversationId: id, userId, call = {} } = change;
        // Counts of one person wait for each other. Locked before agent and conversation: the entry names the
        // person.
        if (change.isPinned === true) await lockUser(client, userId);
        else await rows(client, sql.accounts.hold, { id: userId });
        const [former] = await rows(client, sql.conversations.lock, { id, userId });
        if (former === undefined) return null;
        const { agentId } = former;
        const title = change.title === undefined ? former.title : change.title;
        const isArchived = change.isArchived ?? (former.isArchived && change.isPinned !== true);
        const isPinned = change.isPinned ?? (former.isPinned && !isArchived);
        const fields = [
          ...(title === former.title ? [] : ['title']),
          ...(isPinned === former.isPinned ? [] : ['pinned']),
          ...(isArchived === former.isArchived ? [] : ['archived']),
        ];
        if (fields.length === 0) return { agentId, hasChanged: false };
        if (isPinned && !former.isPinned) await assertPinQuota(client, userId);
        await rows(client, sql.conversations.change, { id, title, isPinned, isArchived });
        await writeAuditEntry(client, {
          ...{ userId, action: 'conversation.changed', subjectId: id, agentId, call },
          details: { fields },
        });
        return { agentId, hasChanged: true };
      }),

    /**
     * It shows as long as the person has given none; `null` takes it away. `null` if the conversation is not
     * the agent's.
     */
    titleByAgent: (titled: { conversationId: string; agentId: string; title: string | null }) =>
      firstRow(pool, sql.conversations.titleByAgent, { ...titled, id: titled.conversationId }),

    /**
     * The person has read so far: never back, and at most to the newest message; later ones are unread. No
     * message touches this mark, and who looks counts what is not read. `null` if not the person's.
     */
    readOn: (id: string, userId: string, readThrough: Date) =>
      firstRow(pool, sql.conversations.read, { id, userId, readThrough }),

    /**
     * Makes the agent's newest message unread, if it is among the newest 100. `null` if the conversation is
     * not the person's; nothing moves if there is no such message, or it is unread already.
     */
    unread: (id: string, userId: string) => firstRow(pool, sql.conversations.unread, { id, userId }),
  };
}

async function assertPinQuota(client: ClientBase, userId: string): Promise<void> {
  const [row] = await rows(client, sql.conversations.countPinned, { userId });
  if (row !== undefined && row.count < CONVERSATIONS_PINNED_MAX) return;
  throw conflict(`At most ${CONVERSATIONS_PINNED_MAX} conversations are pinned`);
}
