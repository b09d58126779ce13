import { queryOptions } from '@tanstack/react-query';
import { call, reading, readingPages } from './client.ts';
import type { Schemas } from './client.ts';

export type Conversation = Schemas['Conversation'];
export type Message = Schemas['ConversationMessage'];

const PAGE_SIZE = 40;

const PINNED_MAX = 50;

const ALL = '/api/client/conversations';

/** `active` are those that are not put away, pinned ones as well. */
export type ConversationShelf = 'active' | 'archived';

/** The newest 200 conversations of the user, the one with the newest message first. */
export const conversationsQuery = reading(['conversations'], ALL);

/** How many messages of agents the person has not read in these; shares its data with them. */
export const unreadCountQuery = queryOptions({
  ...conversationsQuery,
  select: (conversations) => conversations.reduce((sum, { unread_count: unread }) => sum + unread, 0),
});

/** Of an agent, or of all. The key begins as that list's: what touches all touches these. */
export function conversationPagesQuery(agentId?: string, show: ConversationShelf = 'active') {
  return readingPages(
    [...conversationsQuery.queryKey, show, agentId],
    ALL,
    { query: { show, agent_id: agentId } },
    { limit: PAGE_SIZE, cursorOf: ({ last_message_at: at, id }) => `${at ?? ''},${id}` },
  );
}

export function pinnedConversationsQuery(agentId: string | undefined) {
  const query = { show: 'pinned' as const, agent_id: agentId, limit: PINNED_MAX };
  return reading([...conversationsQuery.queryKey, 'pinned', agentId], ALL, { query });
}

/** One, which no list may have. */
export function conversationQuery(conversationId: string) {
  const path = { conversation_id: conversationId };
  const key = [...conversationsQuery.queryKey, 'one', conversationId];
  return reading(key, '/api/client/conversations/{conversation_id}', { path });
}

/** The newest messages, or those up to one that was written at a moment. */
export function messagesQuery(conversationId: string, at?: string) {
  // The cursor names the first moment that is left out.
  const first = at === undefined ? undefined : new Date(Date.parse(at) + 1).toISOString();
  return readingPages(
    ['messages', conversationId, ...(first === undefined ? [] : [first])],
    '/api/client/conversations/{conversation_id}/messages',
    { path: { conversation_id: conversationId } },
    { limit: PAGE_SIZE, cursorOf: ({ created_at: cursor }) => cursor, first },
  );
}

/** Sends a message; with a key once, however often it is called. */
export function sendMessage(agentId: string, body: Schemas['UserMessage'], key?: string) {
  return call('post', '/api/client/agents/{agent_id}/messages', {
    path: { agent_id: agentId },
    body,
    header: { 'Idempotency-Key': key },
  });
}
