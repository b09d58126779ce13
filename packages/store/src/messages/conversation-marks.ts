import { rows, transaction } from '@svc/database';
import { CONVERSATIONS_PINNED_MAX, ServiceError } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { lockUser } from '../users/lock-user.js';
import { isActive } from './conversation-order.js';

/** What is left out stays. */
export interface ConversationChange extends Audited {
  conversationId: string;
  userId: string;
  /** `null` takes it away, so that the agent's shows again. */
  title?: string | null | undefined;
  isPinned?: boolean | undefined;
  isArchived?: boolean | undefined;
}

export interface ChangedConversation {
  agentId: string;
  /** Whether anything is not as it was. */
  hasChanged: boolean;
}

export interface AgentTitle {
  conversationId: string;
  agentId: string;
  /** `null` takes it away. */
  title: string | null;
}

export type ConversationMarks = ReturnType<typeof conversationMarkQueries>;

/** How a conversation is called, and where in the lists it stands. */
export function conversationMarkQueries(pool: Pool) {
  return {
    /**
     * Changes what a person says of a conversation. One that is put away is pinned no longer, and one that is pinned is not put away. `null` if it is not the person's.
     *
     * @throws ServiceError `conflict` if as many are pinned as may be, `unauthorized` if there is no such person.
     */
    change: (change: ConversationChange): Promise<ChangedConversation | null> =>
      transaction(pool, (client) => changeConversation(client, change)),

    /** Sets the agent's title, which shows as long as the person has given none. `null` if the conversation is not the agent's. */
    async titleByAgent(
      titled: AgentTitle,
    ): Promise<{ userId: string; isShown: boolean; hasChanged: boolean } | null> {
      const { conversationId, agentId, title } = titled;
      const [row] = await rows<{ userId: string; isShown: boolean; hasChanged: boolean }>(
        pool,
        TITLE_BY_AGENT,
        [...[conversationId, agentId, title]],
      );
      return row ?? null;
    },
  };
}

async function changeConversation(
  client: ClientBase,
  change: ConversationChange,
): Promise<ChangedConversation | null> {
  const { conversationId, userId, call = {} } = change;
  // The person is held before agent and conversation, since the entry names the person. Whoever counts waits for others who count.
  if (change.isPinned === true) await lockUser(client, userId);
  else await rows(client, HOLD_USER, [userId]);
  const [former] = await rows<MarksRow>(client, LOCK, [conversationId, userId]);
  if (former === undefined) return null;
  const { agent_id: agentId } = former;
  const title = change.title === undefined ? former.title : change.title;
  const isArchived = change.isArchived ?? (former.is_archived && change.isPinned !== true);
  const isPinned = change.isPinned ?? (former.is_pinned && !isArchived);
  const fields = [
    ...(title === former.title ? [] : ['title']),
    ...(isPinned === former.is_pinned ? [] : ['pinned']),
    ...(isArchived === former.is_archived ? [] : ['archived']),
  ];
  if (fields.length === 0) return { agentId, hasChanged: false };
  if (isPinned && !former.is_pinned) await assertRoomForPin(client, userId);
  await rows(client, CHANGE, [conversationId, title, isPinned, isArchived]);
  await writeAuditEntry(client, {
    ...{ userId, action: 'conversation.changed', subjectId: conversationId, agentId, call },
    details: { fields },
  });
  return { agentId, hasChanged: true };
}

async function assertRoomForPin(client: ClientBase, userId: string): Promise<void> {
  const [row] = await rows<{ count: number }>(client, COUNT_PINNED, [userId]);
  if (row !== undefined && row.count < CONVERSATIONS_PINNED_MAX) return;
  throw new ServiceError('conflict', {
    detail: `At most ${CONVERSATIONS_PINNED_MAX} conversations are pinned`,
  });
}

interface MarksRow {
  agent_id: string;
  title: string | null;
  is_pinned: boolean;
  is_archived: boolean;
}

const HOLD_USER = {
  name: 'conversation-hold-user',
  text: 'SELECT id FROM "user" WHERE id = $1 FOR KEY SHARE',
};

// In the order of all statements: agent, conversation.
const LOCK = {
  name: 'conversation-lock-marks',
  text: `
    WITH known AS MATERIALIZED (
      SELECT a.id FROM agent a JOIN conversation c ON c.agent_id = a.id
       WHERE c.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
    )
    SELECT c.agent_id, c.title, c.pinned_at IS NOT NULL AS is_pinned, NOT ${isActive('c')} AS is_archived FROM conversation c
     WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE`,
};

// Those of an agent that is being removed do not count.
const COUNT_PINNED = {
  name: 'conversation-count-pinned',
  text: `
    SELECT count(*)::int AS count FROM conversation c JOIN agent a ON a.id = c.agent_id
     WHERE c.user_id = $1 AND c.pinned_at IS NOT NULL AND c.deleted_at IS NULL AND a.deleted_at IS NULL`,
};

const CHANGE = {
  name: 'conversation-change-marks',
  text: `
    UPDATE conversation
       SET title = $2, pinned_at = CASE WHEN $3::boolean THEN coalesce(pinned_at, now()) END,
           archived_through = CASE WHEN $4::boolean THEN last_message_at END
     WHERE id = $1`,
};

const TITLE_BY_AGENT = {
  name: 'conversation-title-by-agent',
  text: `
    WITH known AS MATERIALIZED (
      SELECT id FROM agent WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
    ), former AS MATERIALIZED (
      SELECT c.id, c.user_id, c.title, c.agent_title FROM conversation c
       WHERE c.id = $1 AND c.agent_id = (SELECT id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
    ), titled AS (
      UPDATE conversation c SET agent_title = $3 FROM former f WHERE c.id = f.id AND f.agent_title IS DISTINCT FROM $3 RETURNING c.id
    )
    SELECT user_id AS "userId", title IS NULL AND $3::text IS NOT NULL AS "isShown", EXISTS (SELECT FROM titled) AS "hasChanged" FROM former`,
};
