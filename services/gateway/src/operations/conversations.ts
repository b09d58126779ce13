import { instantOf, invalidField, PAGE_SIZE, ServiceError, storableLine } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationChecks, OperationHandlers } from '@svc/http-contract';
import { decodeFiles, sentByUser, sentByAgent } from '@svc/messages';
import type { ConversationPosition, AgentIdentity } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import { clientMessageView, conversationView, messageView } from '../views/message-view.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** Pictures are written anew before a call with a key begins its transaction, which holds a connection. */
export function userMessageChecks({ decoded }: OperationParts) {
  return {
    async sendUserMessage({ auth: { userId }, body }) {
      const sent = sentByUser({ userId, images: body.images, audio: body.audio_base64 });
      decoded.set(body, await decodeFiles(sent));
    },
  } satisfies OperationChecks<ClientCaller>;
}

/** Those of someone else are not found. */
export function conversations({ store, hints, messages, mediaLinks, decoded }: OperationParts) {
  const link = (url: string): string => mediaLinks.forPerson(url);
  return {
    async sendUserMessage({ auth, params, body }) {
      const { messageId, conversationId } = await messages.acceptUserMessage({
        agentId: params.agent_id,
        userId: auth.userId,
        senderName: auth.name,
        text: body.text,
        conversationId: body.conversation_id,
        isTest: body.is_test,
        images: body.images,
        mediaIds: body.media_ids,
        audio: body.audio_base64,
        files: decoded.get(body),
      });
      return { message_id: messageId, conversation_id: conversationId };
    },

    async pressQuickReply({ auth, params, body }) {
      const { messageId, conversationId } = await messages.acceptPressedReply({
        messageId: params.message_id,
        index: body.index,
        userId: auth.userId,
        senderName: auth.name,
      });
      return { message_id: messageId, conversation_id: conversationId };
    },

    async listConversations({ auth, query }) {
      const page = { limit: query.limit, after: positionOf(query.cursor), show: query.show };
      const listed = await store.conversations.listOf(auth.userId, query.agent_id, page);
      return listed.map(conversationView);
    },

    async getConversation({ auth: { userId }, params }) {
      const conversation = found(await store.conversations.findForUser(params.conversation_id, userId));
      return conversationView(conversation);
    },

    async listConversationMessages({ auth, params, query }) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const history = found(
        await store.conversations.historyForUser(params.conversation_id, auth.userId, page),
      );
      return history.map((message) => clientMessageView(message, link));
    },

    async listMessageStreams({ auth, params }) {
      const streams = found(await store.messageStreams.listOf(params.conversation_id, auth.userId));
      return streams.map((stream) =>
        viewOf('MessageStream', { ...stream, state: stream.isCut ? 'cut' : 'writing' }),
      );
    },

    async updateConversation({ auth: { userId, call }, params: { conversation_id: conversationId }, body }) {
      if (body.pinned === true && body.archived === true)
        throw invalidField('body.archived', 'must not be true together with pinned');
      const { agentId, hasChanged } = found(
        await store.conversationMarks.change({
          ...{ conversationId, userId, call },
          title: titleOf(body.title),
          isPinned: body.pinned,
          isArchived: body.archived,
        }),
      );
      if (hasChanged) hints.conversationChanged({ agentId, userId, conversationId });
      return shown(conversationId, userId);
    },

    async readConversation({ auth: { userId }, params: { conversation_id: conversationId }, body }) {
      const readThrough = instantOf(body.read_through, 'body.read_through', { rounding: 'down' });
      const reading = await store.conversationMarks.readOn(conversationId, userId, readThrough);
      return moved(conversationId, userId, reading);
    },

    async markConversationUnread({ auth: { userId }, params: { conversation_id: conversationId } }) {
      return moved(conversationId, userId, await store.conversationMarks.unread(conversationId, userId));
    },
  } satisfies OperationHandlers<ClientCaller>;

  function moved(
    conversationId: string,
    userId: string,
    reading: { agentId: string; hasMoved: boolean } | null,
  ) {
    const { agentId, hasMoved } = found(reading);
    if (hasMoved) hints.conversationChanged({ agentId, userId, conversationId });
    return shown(conversationId, userId);
  }

  async function shown(conversationId: string, userId: string) {
    const conversation = found(await store.conversations.findForUser(conversationId, userId));
    return conversationView(conversation);
  }
}

/** The document has not checked that its beginning is a moment. */
function positionOf(cursor: string | undefined): ConversationPosition | undefined {
  if (cursor === undefined) return undefined;
  const [moment = '', conversationId = ''] = cursor.split(',');
  return { lastMessageAt: moment === '' ? null : (cursorOf(moment) ?? null), conversationId };
}

/** As `userMessageChecks`. */
export function agentMessageChecks({ decoded }: OperationParts) {
  return {
    async sendAgentMessage({ auth: { agentId }, body }) {
      decoded.set(body, await decodeFiles(sentByAgent({ agentId, image: body.image_base64 })));
    },
  } satisfies OperationChecks<AgentIdentity>;
}

/** Specification, "Messages". */
export function agentMessages({ store, hints, messages, mediaLinks, decoded }: OperationParts) {
  return {
    async sendAgentMessage({ auth, body }) {
      const { messageId, conversationId } = await messages.acceptAgentMessage({
        agentId: auth.agentId,
        kind: auth.kind,
        text: body.text,
        image: body.image_base64,
        mediaIds: body.media_ids,
        conversationId: body.conversation_id,
        reportTitle: body.report_title,
        reportDescription: body.report_description,
        taskRunId: body.task_run_id,
        quickReplies: body.quick_replies,
        files: decoded.get(body),
      });
      return { status: 'ok', message_id: messageId, conversation_id: conversationId };
    },

    async listAgentMessages({ auth, params, query }) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const history = found(
        await store.conversations.historyForAgent(params.conversation_id, auth.agentId, page),
      );
      return history.map((message) => messageView(message, mediaLinks));
    },

    async getOwnAgent({ auth: { agentId } }) {
      const record = await store.agents.find(agentId);
      // The agent was deleted after its authentication.
      if (record === null) throw new ServiceError('unauthorized');
      const online = await store.presence.connectionsOf([agentId]);
      return viewOf('OwnAgent', { ...record, online: online.has(agentId) });
    },

    async titleConversation({ auth: { agentId }, params: { conversation_id: conversationId }, body }) {
      const title = titleOf(body.title);
      const titled = await store.conversationMarks.titleByAgent({ conversationId, agentId, title });
      const { userId, isShown, hasChanged } = found(titled);
      if (hasChanged) hints.conversationChanged({ agentId, userId, conversationId });
      return { id: conversationId, title, shown: isShown };
    },
  } satisfies OperationHandlers<AgentIdentity>;
}

export function cursorOf(cursor: string | undefined): Date | undefined {
  return cursor === undefined ? undefined : instantOf(cursor, 'query.cursor');
}

function titleOf<Absent extends null | undefined>(title: string | Absent): string | Absent {
  return typeof title === 'string' ? storableLine(title, 'body.title') : title;
}
