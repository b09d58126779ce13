import { PAGE_SIZE } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { Messages } from '@svc/messages';
import type { SessionUser } from '@svc/sign-in';
import type { ConversationPlace, Store } from '@svc/store';
import { clientMessageView, conversationView } from '../views/message-view.js';
import { cursorOf } from './agent-messages.js';
import type { DecodedFiles } from './decoded-files.js';
import { found } from './found.js';

/** Operations of a user on messages and conversations. */
export function conversations(deps: {
  store: Pick<Store, 'conversations'>;
  messages: Messages;
  mediaLinks: Pick<MediaLinks, 'forPerson'>;
  decoded: DecodedFiles;
}) {
  const { decoded } = deps;
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
        files: decoded.get(body),
      });
      const { messageId, conversationId } = accepted;
      return { status: 201, body: { message_id: messageId, conversation_id: conversationId } };
    },

    async pressQuickReply({ auth, params, body }) {
      const accepted = await deps.messages.acceptPressedReply({
        messageId: params.message_id,
        index: body.index,
        userId: auth.userId,
        senderName: auth.name,
      });
      return {
        status: 201,
        body: { message_id: accepted.messageId, conversation_id: accepted.conversationId },
      };
    },

    async listConversations({ auth, query }) {
      const page = { limit: query.limit, after: placeOf(query.cursor), show: query.show };
      const listed = await deps.store.conversations.listOf(auth.userId, query.agent_id, page);
      return { status: 200, body: listed.map(conversationView) };
    },

    async getConversation({ auth: { userId }, params }) {
      const conversation = found(await deps.store.conversations.findForUser(params.conversation_id, userId));
      return { status: 200, body: conversationView(conversation) };
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

/** The document has checked its shape, but not that its beginning is a moment. */
function placeOf(cursor: string | undefined): ConversationPlace | undefined {
  if (cursor === undefined) return undefined;
  const [moment = '', conversationId = ''] = cursor.split(',');
  return { lastMessageAt: moment === '' ? null : (cursorOf(moment) ?? null), conversationId };
}
