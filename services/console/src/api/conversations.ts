import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Conversation = Schemas['Conversation'];
export type Message = Schemas['ConversationMessage'];
export type NewMessage = Schemas['UserMessage'];

/** Messages per page of a history. */
const PAGE_SIZE = 40;

/** All conversations of the user, the one with the newest message first. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/conversations', { signal })),
});

/** A history, newest first, page by page towards older messages. */
export function messagesQuery(conversationId: string) {
  return infiniteQueryOptions({
    queryKey: ['messages', conversationId],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/client/conversations/{conversation_id}/messages', {
          params: {
            path: { conversation_id: conversationId },
            query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.created_at),
  });
}

export function sendMessage(agentId: string, message: NewMessage): Promise<Schemas['UserMessageAccepted']> {
  return answerOf(
    api.POST('/api/client/agents/{agent_id}/messages', {
      params: { path: { agent_id: agentId } },
      body: message,
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
