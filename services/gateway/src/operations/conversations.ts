import { PAGE_SIZE } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { Messages } from '@svc/messages';
import type { SessionUser } from '@svc/sign-in';
import type { Store } from '@svc/store';
import { clientMessageView, conversationView } from '../views/message-view.js';
import { cursorOf } from './agent-messages.js';
import { found } from './found.js';

/** Operations of a user on messages and conversations. */
export function conversations(deps: {
  store: Pick<Store, 'conversations'>;
  messages: Messages;
  mediaLinks: Pick<MediaLinks, 'forPerson'>;
}) {
  const link = (url: string): string => deps.mediaLinks.forPerson(url);
  return {
    async sendUserMessage({ auth, params, body }) {
      const accepted = await deps.messages.acceptUserMessage({
        agentId: params.agent_id,
        userId: auth.userId,
        senderName: auth.name,
        text: body.text,
        conversationId: body.conversation_id,
        images: body.images,
        mediaIds: body.media_ids,
        audio: body.audio_base64,
      });
      const { messageId, conversationId } = accepted;
      return { status: 201, body: { message_id: messageId, conversation_id: conversationId } };
    },

    async listConversations({ auth, query }) {
      const listed = await deps.store.conversations.listOf(auth.userId, query.agent_id);
      return { status: 200, body: listed.map(conversationView) };
    },

    async listConversationMessages({ auth, params, query }) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const history = found(
        await deps.store.conversations.historyForUser(params.conversation_id, auth.userId, page),
      );
      return { status: 200, body: history.map((message) => clientMessageView(message, link)) };
    },
  } satisfies OperationHandlers<SessionUser>;
}
