import { instantOf, PAGE_SIZE, ServiceError, storableLine } from '@svc/domain';
import type { OperationChecks, OperationHandlers } from '@svc/http-contract';
import { decodeFiles, sentByAgent } from '@svc/messages';
import type { AgentIdentity } from '@svc/store';
import { ownAgentView } from '../views/agent-view.js';
import { messageView } from '../views/message-view.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** As `userMessageChecks`. */
export function agentMessageChecks({ decoded }: OperationParts) {
  return {
    async sendAgentMessage({ auth: { agentId }, body }) {
      decoded.set(body, await decodeFiles(sentByAgent({ agentId, image: body.image_base64 })));
    },
  } satisfies OperationChecks<AgentIdentity>;
}

/** Operations of an agent on messages (specification, "Messages"), and the check of its credentials. */
export function agentMessages({ store, hints, messages, mediaLinks, decoded }: OperationParts) {
  return {
    async sendAgentMessage({ auth, body }) {
      const accepted = await messages.acceptAgentMessage({
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
      const { messageId, conversationId } = accepted;
      return { status: 200, body: { status: 'ok', message_id: messageId, conversation_id: conversationId } };
    },

    async listAgentMessages({ auth, params, query }) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const history = found(
        await store.conversations.historyForAgent(params.conversation_id, auth.agentId, page),
      );
      return { status: 200, body: history.map((message) => messageView(message, mediaLinks)) };
    },

    async getOwnAgent({ auth: { agentId } }) {
      const record = await store.agents.find(agentId);
      // The agent was deleted after its authentication.
      if (record === null) throw new ServiceError('unauthorized');
      const online = await store.presence.connectionsOf([agentId]);
      return { status: 200, body: ownAgentView(record, online.has(agentId)) };
    },

    async titleConversation({ auth: { agentId }, params: { conversation_id: conversationId }, body }) {
      const title = titleOf(body.title);
      const titled = await store.conversationMarks.titleByAgent({ conversationId, agentId, title });
      const { userId, isShown, hasChanged } = found(titled);
      if (hasChanged) hints.conversationChanged({ agentId, userId, conversationId });
      return { status: 200, body: { id: conversationId, title, shown: isShown } };
    },
  } satisfies OperationHandlers<AgentIdentity>;
}

/** The moment of a cursor. */
export function cursorOf(cursor: string | undefined): Date | undefined {
  return cursor === undefined ? undefined : instantOf(cursor, 'query.cursor');
}

/** A title of a conversation. */
export function titleOf<Absent extends null | undefined>(title: string | Absent): string | Absent {
  return typeof title === 'string' ? storableLine(title, 'body.title') : title;
}
