import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeConversation } from '../../api/conversation-marks.ts';
import type { ConversationChanges } from '../../api/conversation-marks.ts';
import { conversationsQuery } from '../../api/conversations.ts';

/** Changes a conversation. It has succeeded when the lists that show it are read again. */
export function useConversationChange(conversationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: ConversationChanges) => changeConversation(conversationId, changes),
    onSettled: () => queries.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
  });
}
