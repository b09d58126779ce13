import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

export type Conversation = Schemas['Conversation'];
export type Message = Schemas['ConversationMessage'];
type NewMessage = Schemas['UserMessage'];

const PAGE_SIZE = 40;

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

/** Of an agent, or of all (`null`). The key begins as that list's: what touches all touches these. */
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

export function pinnedConversationsQuery(agentId: string | null) {
  const query = {
    show: 'pinned' as const,
    limit: PINNED_MAX,
    ...(agentId !== null && { agent_id: agentId }),
  };
  return queryOptions({
    queryKey: [...conversationsQuery.queryKey, 'pinned', agentId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/client/conversations', { params: { query }, signal })),
  });
}

/** One, which no list may have. */
export function conversationQuery(conversationId: string) {
  const params = { path: { conversation_id: conversationId } };
  return queryOptions({
    queryKey: [...conversationsQuery.queryKey, 'one', conversationId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/client/conversations/{conversation_id}', { params, signal })),
  });
}

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
    read: (query, signal) => {
      const params = { path: { conversation_id: conversationId }, query };
      return answerOf(api.GET('/api/client/conversations/{conversation_id}/messages', { params, signal }));
    },
    cursorOf: ({ created_at: at }) => at,
    first: beginning,
  });
}

/** Sends a message; with a key once, however often it is called. */
export function sendMessage(agentId: string, message: NewMessage, key?: string) {
  const header = key !== undefined && { header: { 'Idempotency-Key': key } };
  const params = { path: { agent_id: agentId }, ...header };
  return answerOf(api.POST('/api/client/agents/{agent_id}/messages', { params, body: message }));
}

/** The same button again sends nothing more. */
export function pressQuickReply(messageId: string, index: number): Promise<Schemas['UserMessageAccepted']> {
  const params = { path: { message_id: messageId } };
  return answerOf(api.POST('/api/client/messages/{message_id}/quick-reply', { params, body: { index } }));
}

/** Deletes a message with all that says what it says. */
export function deleteMessage(messageId: string): Promise<unknown> {
  const params = { path: { message_id: messageId } };
  return answerOf(api.DELETE('/api/client/messages/{message_id}', { params }));
}

/** It is gone from all lists when this resolves, and its messages are removed in the background. */
export function deleteConversation(conversationId: string): Promise<Schemas['Erasure']> {
  const params = { path: { conversation_id: conversationId } };
  return answerOf(api.DELETE('/api/client/conversations/{conversation_id}', { params }));
}

export type ConversationChanges = Schemas['ConversationChanges'];

export function changeConversation(conversationId: string, changes: ConversationChanges) {
  const params = { path: { conversation_id: conversationId } };
  return answerOf(api.PATCH('/api/client/conversations/{conversation_id}', { params, body: changes }));
}

/** Marks a conversation as read up to a message, by the moment in which that was written. */
export function readConversation(conversationId: string, readThrough: string): Promise<Conversation> {
  const params = { path: { conversation_id: conversationId } };
  const body = { read_through: readThrough };
  return answerOf(api.PUT('/api/client/conversations/{conversation_id}/reading', { params, body }));
}

/** Moves the mark back before the newest message of the agent. */
export function markUnread(conversationId: string): Promise<Conversation> {
  const params = { path: { conversation_id: conversationId } };
  return answerOf(api.POST('/api/client/conversations/{conversation_id}/unread', { params }));
}
