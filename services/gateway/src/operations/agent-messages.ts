import { PAGE_SIZE, ServiceError } from '@svc/domain';
import type { Messages } from '@svc/messages';
import type { AgentIdentity, Store } from '@svc/store';
import { ownAgentView } from '../views/agent-view.js';
import { messageView } from '../views/message-view.js';

export interface AgentMessageBody {
  text?: string;
  image_base64?: string;
  conversation_id?: string;
  report_title?: string;
  report_description?: string;
  task_run_id?: string;
}

export interface HistoryQuery {
  limit?: number;
  /** ISO timestamp; only messages older than it. */
  cursor?: string;
}

/** What an agent does with messages (specification, "Messages"). */
export function agentMessages(deps: {
  store: Pick<Store, 'agents' | 'conversations' | 'presence'>;
  messages: Messages;
}) {
  return {
    async send(agent: AgentIdentity, body: AgentMessageBody) {
      const accepted = await deps.messages.acceptAgentMessage({
        agentId: agent.agentId,
        kind: agent.kind,
        text: body.text,
        image: body.image_base64,
        conversationId: body.conversation_id,
        reportTitle: body.report_title,
        reportDescription: body.report_description,
        taskRunId: body.task_run_id,
      });
      return { status: 'ok' as const, message_id: accepted.messageId };
    },

    async history(agent: AgentIdentity, conversationId: string, query: HistoryQuery) {
      const page = { limit: query.limit ?? PAGE_SIZE.default, before: cursorOf(query.cursor) };
      const found = await deps.store.conversations.historyForAgent(conversationId, agent.agentId, page);
      if (found === null) throw new ServiceError('not_found');
      return found.map(messageView);
    },

    /** Who the agent is, for an agent that checks its credentials. */
    async me(agent: AgentIdentity) {
      const record = await deps.store.agents.find(agent.agentId);
      // Deleted since it was let in.
      if (record === null) throw new ServiceError('unauthorized');
      const online = await deps.store.presence.onlineAmong([agent.agentId]);
      return ownAgentView(record, online.has(agent.agentId));
    },
  };
}

/** The moment that a cursor names. One before 1970 is before every message; the database has no year 0. */
export function cursorOf(cursor: string | undefined): Date | undefined {
  if (cursor === undefined) return undefined;
  const ms = Date.parse(cursor);
  if (Number.isNaN(ms)) {
    throw new ServiceError('invalid_request', {
      fields: [{ path: 'query.cursor', message: 'must be an ISO 8601 timestamp' }],
    });
  }
  return new Date(Math.max(0, ms));
}
