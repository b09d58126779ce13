import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { outgoingStore, retryOutgoing, sendOutgoing } from './outgoing.ts';
import type { Beginning, Draft, Outgoing, Sending } from './outgoing.ts';

/**
 * The messages on their way to an agent's conversation.
 *
 * @param onBegun gets the conversation that a message has opened, if the page still shows the place where the message was written.
 */
export function useOutgoing(agentId: string, conversationId: string | null, onBegun: (id: string) => void) {
  const queries = useQueryClient();
  const all = useSyncExternalStore(outgoingStore.subscribe, outgoingStore.read);
  const items = useMemo(
    () => all.filter((item) => item.agentId === agentId && item.conversationId === conversationId),
    [all, agentId, conversationId],
  );
  const begun = useRef<Beginning>({ conversationId: null });
  useEffect(() => {
    if (conversationId !== begun.current.conversationId) begun.current = { conversationId: null };
  }, [conversationId]);
  useEffect(() => () => void (begun.current = { conversationId: null }), []);

  const sendingOf = useCallback(
    (beginning: Beginning): Sending => ({
      queries,
      // Whoever has gone elsewhere meanwhile is not taken back.
      onBegun: (id) => begun.current === beginning && onBegun(id),
    }),
    [queries, onBegun],
  );
  const send = useCallback(
    (draft: Draft) => {
      const beginning = begun.current;
      sendOutgoing(draft, { agentId, conversationId, beginning }, sendingOf(beginning));
    },
    [agentId, conversationId, sendingOf],
  );
  const retry = useCallback(
    (item: Outgoing) => {
      // It may have been written before the person looked at another page.
      if (item.conversationId === null) begun.current = item.beginning;
      retryOutgoing(item, sendingOf(item.beginning));
    },
    [sendingOf],
  );
  return { items, send, retry };
}
