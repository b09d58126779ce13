import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import { messagesQuery } from '../../api/conversations.ts';
import type { Message } from '../../api/conversations.ts';
import { growingStore } from '../../live/growing-store.ts';
import type { GrowingMessage } from '../../live/growing-store.ts';
import { refresh } from '../../live/touched-keys.ts';

/** In milliseconds. A message's process may have died without a word, or some of its text is missing. */
const ASKED_EVERY_MS = { whole: 4_000, gap: 1_000 };

/** What agents are writing in a conversation, without what its history has by now. */
export function useGrowing(
  conversationId: string | null,
  messages: readonly Message[],
): readonly GrowingMessage[] {
  const queries = useQueryClient();
  const all = useSyncExternalStore(growingStore.subscribe, () => growingStore.of(conversationId));
  const isWriting = all.some(({ state }) => state === 'writing');
  const hasGap = all.some(({ state, ahead }) => state === 'writing' && ahead !== null);
  const everyMs = hasGap ? ASKED_EVERY_MS.gap : ASKED_EVERY_MS.whole;
  useQuery({
    ...streamsQuery(conversationId ?? ''),
    enabled: conversationId !== null,
    refetchInterval: isWriting ? everyMs : false,
  });

  const growing = useMemo(() => {
    if (all.length === 0) return all;
    const known = new Set(messages.map(({ id }) => id));
    return all.filter(({ messageId }) => !known.has(messageId));
  }, [all, messages]);

  // The history was told of the message, or the hint was lost.
  const isOver = growing.some(({ state }) => state === 'over');
  useEffect(() => {
    if (!isOver || conversationId === null) return;
    void refresh(queries, { queryKey: messagesQuery(conversationId).queryKey });
  }, [isOver, conversationId, queries]);

  // What broke off is over as soon as the agent has sent something else.
  const newest = messages.at(-1)?.id;
  const isCut = growing.some(({ state }) => state === 'cut');
  useEffect(() => {
    if (!isCut || conversationId === null) return;
    void refresh(queries, { queryKey: streamsQuery(conversationId).queryKey });
  }, [newest, isCut, conversationId, queries]);

  return growing;
}

/** The texts go to the store of growing messages, which hears the rest of them. */
function streamsQuery(conversationId: string) {
  const path = { conversation_id: conversationId };
  return queryOptions({
    queryKey: ['streams', conversationId],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const given = { path, signal };
      const streams = await call('get', '/api/client/conversations/{conversation_id}/streams', given);
      growingStore.read(conversationId, { askedAtMs, streams });
      return streams.length;
    },
  });
}
