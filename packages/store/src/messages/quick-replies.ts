import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { AgentKind, QuickReply } from '@svc/domain';
import type { Pool } from 'pg';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { allOrNothing, writeUserMessageBy } from './message-writes.js';
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
      const [offer] = await rows(pool, sql.messages.findQuickReplies, { messageId, userId });
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
      // The message is written first, so that locks are taken in the order of every message. Presses of one conversation meet at the
      // conversation's row. The claim comes as a statement of its own, which sees what the others have committed.
      return allOrNothing(pool, async (client) => {
        const written = await writeUserMessageBy(client, message);
        if (written === null) return null;
        const claimed = await rows(client, sql.messages.pressQuickReply, {
          ...{ messageId: button.messageId, conversationId: message.conversationId },
          ...{ index: button.index, pressedMessageId: message.messageId },
        });
        return claimed.length === 0 ? null : written;
      });
    },
  };
}
