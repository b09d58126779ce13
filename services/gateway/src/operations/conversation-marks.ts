import { instantOf, invalidField, storableLine } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { conversationView } from '../views/message-view.js';
import { found } from './found.js';

export interface ConversationMarksDependencies {
  store: Pick<Store, 'conversationMarks' | 'conversations' | 'readings'>;
  hints: Pick<Hints, 'conversationChanged'>;
}

/** What a user says of conversations, and up to where they are read. A conversation of someone else is not found. */
export function conversationMarks({ store, hints }: ConversationMarksDependencies) {
  return {
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
      return moved(
        conversationId,
        userId,
        await store.readings.moveOn({ conversationId, userId, readThrough }),
      );
    },

    async markConversationUnread({ auth: { userId }, params: { conversation_id: conversationId } }) {
      return moved(conversationId, userId, await store.readings.moveBack({ conversationId, userId }));
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
    return { status: 200 as const, body: conversationView(conversation) };
  }
}

/** An agent gives its conversations titles. */
export function agentTitles({
  store,
  hints,
}: {
  store: Pick<Store, 'conversationMarks'>;
  hints: Pick<Hints, 'conversationChanged'>;
}) {
  return {
    async titleConversation({ auth: { agentId }, params: { conversation_id: conversationId }, body }) {
      const title = titleOf(body.title);
      const titled = await store.conversationMarks.titleByAgent({ conversationId, agentId, title });
      const { userId, isShown, hasChanged } = found(titled);
      if (hasChanged) hints.conversationChanged({ agentId, userId, conversationId });
      return { status: 200, body: { id: conversationId, title, shown: isShown } };
    },
  } satisfies OperationHandlers<AgentIdentity>;
}

function titleOf<Absent extends null | undefined>(title: string | Absent): string | Absent {
  return typeof title === 'string' ? storableLine(title, 'body.title') : title;
}
