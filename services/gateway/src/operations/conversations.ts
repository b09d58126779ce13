import { PAGE_SIZE, ServiceError } from '@svc/domain';
import type { Messages } from '@svc/messages';
import type { Store } from '@svc/store';
import type { SessionUser } from '@svc/sign-in';
import { clientMessageView, conversationView } from '../views/message-view.js';
import { cursorOf } from './agent-messages.js';
import type { HistoryQuery } from './agent-messages.js';

export interface UserMessageBody {
  text?: string;
  conversation_id?: string;
  images?: string[];
  audio_base64?: string;
}

/** What a user does with messages and conversations. */
export function conversations(deps: { store: Pick<Store, 'conversations'>; messages: Messages }) {
  return {
    async send(user: SessionUser, agentId: string, body: UserMessageBody) {
      const accepted = await deps.messages.acceptUserMessage({
        agentId,
        userId: user.userId,
        senderName: user.name,
        text: body.text,
        conversationId: body.conversation_id,
        images: body.images,
        audio: body.audio_base64,
      });
      return { message_id: accepted.messageId, conversation_id: accepted.conversationId };
    },

    async list(user: SessionUser, agentId: string | undefined) {
      const found = await deps.store.conversations.listOf(user.userId, agentId);
      return found.map(conversationView);
    },

    async history(user: SessionUser, conversationId: string, query: HistoryQuery) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const found = await deps.store.conversations.historyForUser(conversationId, user.userId, page);
      if (found === null) throw new ServiceError('not_found');
      return found.map(clientMessageView);
    },
  };
}
