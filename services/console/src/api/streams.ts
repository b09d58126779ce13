import { queryOptions } from '@tanstack/react-query';
import { growingStore } from '../live/growing-store.ts';
import { answerOf, api } from './client.ts';

/** What agents are writing in a conversation. The texts go to the store of growing messages, which hears the rest of them. */
export function streamsQuery(conversationId: string) {
  return queryOptions({
    queryKey: ['streams', conversationId],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const streams = await answerOf(
        api.GET('/api/client/conversations/{conversation_id}/streams', {
          params: { path: { conversation_id: conversationId } },
          signal,
        }),
      );
      growingStore.read(conversationId, { askedAtMs, streams });
      return streams.length;
    },
  });
}
