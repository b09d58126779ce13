import { rows, transaction } from '@svc/database';
import type { AgentKind, QuickReply } from '@svc/domain';
import type { Pool } from 'pg';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { writeUserMessageBy } from './message-writes.js';
import type { NewUserMessage, WrittenUserMessage } from './new-messages.js';

/** The buttons under a message of the user's agent. */
export interface QuickReplyOffer {
  agentId: string;
  kind: AgentKind;
  conversationId: string;
  replies: QuickReply[];
  /** `null` as long as none was pressed. */
  pressed: { index: number; messageId: string } | null;
}

export type QuickReplies = ReturnType<typeof quickReplyQueries>;

export function quickReplyQueries(pool: Pool, quotas: QuotaGuard) {
  return {
    /** `null` if the user has no such message, or it has no buttons. */
    async find(messageId: string, userId: string): Promise<QuickReplyOffer | null> {
      const [offer] = await rows<QuickReplyOffer>(pool, FIND, [messageId, userId]);
      return offer ?? null;
    },

    /**
     * Writes the user's message that a button sends, and remembers the button, unless one of them was pressed or the user has written since. `null` if that is so,
     * or the message is gone: then nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent as may.
     */
    async press(
      message: NewUserMessage,
      button: { messageId: string; index: number },
    ): Promise<WrittenUserMessage | null> {
      await quotas.admit({ quota: 'events_waiting_per_agent', ownerId: message.agentId });
      return press(message, button);
    },
  };

  // The message is written first, by the statement that writes every message of a user, so that locks are taken in its order. Presses of one conversation
  // meet at the conversation's row. The claim comes as a statement of its own, which sees what the others have committed.
  async function press(
    message: NewUserMessage,
    button: { messageId: string; index: number },
  ): Promise<WrittenUserMessage | null> {
    try {
      return await transaction(pool, async (client) => {
        const written = await writeUserMessageBy(client, message);
        if (written === null) return null;
        const values = [button.messageId, message.conversationId, button.index, message.messageId];
        const claimed = await rows(client, CLAIM, values);
        if (claimed.length === 0) throw new NotOpen();
        return written;
      });
    } catch (error) {
      if (error instanceof NotOpen) return null;
      throw error;
    }
  }
}

/** Rolls the message back. */
class NotOpen extends Error {}

const FIND = {
  name: 'quick-reply-find',
  text: `
    SELECT a.id AS "agentId", a.kind, c.id AS "conversationId", m.quick_replies AS replies,
           CASE WHEN m.quick_reply_index IS NOT NULL
                THEN jsonb_build_object('index', m.quick_reply_index, 'messageId', m.quick_reply_message_id) END AS pressed
      FROM message m
      JOIN conversation c ON c.id = m.conversation_id AND c.user_id = $2 AND c.deleted_at IS NULL
      JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
     WHERE m.id = $1 AND m.quick_replies IS NOT NULL`,
};

const CLAIM = {
  name: 'quick-reply-claim',
  text: `
    UPDATE message m SET quick_reply_index = $3, quick_reply_message_id = $4
     WHERE m.id = $1 AND m.conversation_id = $2 AND m.quick_reply_index IS NULL
       AND NOT EXISTS (
         SELECT FROM message l
          WHERE l.conversation_id = m.conversation_id AND l.created_at > m.created_at AND l.id <> $4
            AND (l.sender = 'human' OR l.quick_replies IS NOT NULL))
    RETURNING 1`,
};
