import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

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
