import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type Conversation = Schemas['Conversation'];
export type Message = Schemas['ConversationMessage'];
type NewMessage = Schemas['UserMessage'];

/** Messages per page of a history, and conversations per page of a list. */
const PAGE_SIZE = 40;

/** How many conversations a person may pin. */
const PINNED_MAX = 50;

/** `active` are those that are not put away, pinned ones as well. */
export type ConversationShelf = 'active' | 'archived';

/** The newest 200 conversations of the user, the one with the newest message first. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/conversations', { signal })),
});

/** How many messages of agents the person has not read in these; shares its data with them. */
export const unreadCountQuery = queryOptions({
  ...conversationsQuery,
  select: (conversations) => conversations.reduce((sum, { unread_count: unread }) => sum + unread, 0),
});

/**
 * Those on a shelf, with an agent or with all (`null`), page by page towards older ones. A list above that one as well: what touches all
 * conversations touches these.
 */
export function conversationPagesQuery(agentId: string | null, show: ConversationShelf = 'active') {
  const which = { show, ...(agentId !== null && { agent_id: agentId }) };
  return pagesQuery({
    queryKey: [...conversationsQuery.queryKey, show, agentId],
    limit: PAGE_SIZE,
    read: (page, signal) =>
      answerOf(api.GET('/api/client/conversations', { params: { query: { ...which, ...page } }, signal })),
    cursorOf: ({ last_message_at: at, id }) => `${at ?? ''},${id}`,
  });
}

/** All that are pinned, with an agent or with all (`null`). */
export function pinnedConversationsQuery(agentId: string | null) {
  return queryOptions({
    queryKey: [...conversationsQuery.queryKey, 'pinned', agentId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/conversations', {
          params: {
            query: {
              ...{ show: 'pinned', limit: PINNED_MAX },
              ...(agentId !== null && { agent_id: agentId }),
            },
          },
          signal,
        }),
      ),
  });
}

/** One, which no list may have. */
export function conversationQuery(conversationId: string) {
  return queryOptions({
    queryKey: [...conversationsQuery.queryKey, 'one', conversationId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/conversations/{conversation_id}', {
          params: { path: { conversation_id: conversationId } },
          signal,
        }),
      ),
  });
}

/** A history, newest first, page by page towards older messages. */
export function messagesQuery(conversationId: string) {
  return historyQuery(conversationId, null);
}

/** The same from a message on: it is the first, and newer ones are left out. */
export function foundMessagesQuery(conversationId: string, at: string) {
  // The cursor names the first moment that is left out.
  const beginning = new Date(Date.parse(at) + 1).toISOString();
  return historyQuery(conversationId, beginning);
}

function historyQuery(conversationId: string, beginning: string | null) {
  return pagesQuery({
    queryKey: ['messages', conversationId, ...(beginning === null ? [] : [beginning])],
    limit: PAGE_SIZE,
    read: (page, signal) =>
      answerOf(
        api.GET('/api/client/conversations/{conversation_id}/messages', {
          params: { path: { conversation_id: conversationId }, query: page },
          signal,
        }),
      ),
    cursorOf: ({ created_at: at }) => at,
    first: beginning,
  });
}

/** Sends a message; with a key once, however often it is called. */
export function sendMessage(
  agentId: string,
  message: NewMessage,
  key?: string,
): Promise<Schemas['UserMessageAccepted']> {
  return answerOf(
    api.POST('/api/client/agents/{agent_id}/messages', {
      params: {
        path: { agent_id: agentId },
        ...(key !== undefined && { header: { 'Idempotency-Key': key } }),
      },
      body: message,
    }),
  );
}

/** Sends the text of a button under an agent's message. The same button again sends nothing more. */
export function pressQuickReply(messageId: string, index: number): Promise<Schemas['UserMessageAccepted']> {
  return answerOf(
    api.POST('/api/client/messages/{message_id}/quick-reply', {
      params: { path: { message_id: messageId } },
      body: { index },
    }),
  );
}

/** Deletes a message with all that says what it says. */
export function deleteMessage(messageId: string): Promise<unknown> {
  return answerOf(
    api.DELETE('/api/client/messages/{message_id}', { params: { path: { message_id: messageId } } }),
  );
}

/** Deletes a conversation. It is gone from all lists when this resolves, and its messages are removed in the background. */
export function deleteConversation(conversationId: string): Promise<Schemas['Erasure']> {
  return answerOf(
    api.DELETE('/api/client/conversations/{conversation_id}', {
      params: { path: { conversation_id: conversationId } },
    }),
  );
}

export type ConversationChanges = Schemas['ConversationChanges'];

/** Gives a title, pins or puts away. */
export function changeConversation(
  conversationId: string,
  changes: ConversationChanges,
): Promise<Schemas['Conversation']> {
  return answerOf(
    api.PATCH('/api/client/conversations/{conversation_id}', {
      params: { path: { conversation_id: conversationId } },
      body: changes,
    }),
  );
}

/** Marks a conversation as read up to a message, by the moment in which that was written. */
export function readConversation(
  conversationId: string,
  readThrough: string,
): Promise<Schemas['Conversation']> {
  return answerOf(
    api.PUT('/api/client/conversations/{conversation_id}/reading', {
      params: { path: { conversation_id: conversationId } },
      body: { read_through: readThrough },
    }),
  );
}

/** Moves the mark back before the newest message of the agent. */
export function markUnread(conversationId: string): Promise<Schemas['Conversation']> {
  return answerOf(
    api.POST('/api/client/conversations/{conversation_id}/unread', {
      params: { path: { conversation_id: conversationId } },
    }),
  );
}
