import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { conversationsQuery, messagesQuery, sendMessage } from '../../api/conversations.ts';
import { base64Of } from './image-file.ts';
import type { Attachment } from './use-attachments.ts';

export interface Draft {
  text: string;
  images: readonly Attachment[];
  /** A voice recording. */
  audio: Blob | null;
}

/** A message that the service does not have yet. It is shown until the history has it. */
export interface Outgoing extends Draft {
  id: number;
  /** The conversation it was written in, `null` for a new one. */
  conversationId: string | null;
  error: unknown;
  isFailed: boolean;
}

/**
 * Sends messages one after the other, so that they arrive in the order in which they were written. A message that fails stays, to be sent
 * again or discarded.
 *
 * @param onBegun gets the conversation that a message has opened, if the page still shows the place where the message was written.
 */
export function useOutgoing(agentId: string, conversationId: string | null, onBegun: (id: string) => void) {
  const queries = useQueryClient();
  const [items, setItems] = useState<readonly Outgoing[]>([]);
  const lastId = useRef(0);
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** Messages that were written before the answer to the first one go into the conversation that the first one opened. */
  const begun = useRef<{ conversationId: string | null }>({ conversationId: null });
  useEffect(() => {
    if (conversationId !== begun.current.conversationId) begun.current = { conversationId: null };
  }, [conversationId]);
  useEffect(() => () => void (begun.current = { conversationId: null }), []);

  const forget = useCallback((item: Outgoing) => {
    for (const { previewUrl } of item.images) URL.revokeObjectURL(previewUrl);
    setItems((all) => all.filter(({ id }) => id !== item.id));
  }, []);

  const transmit = useCallback(
    (item: Outgoing): void => {
      const beginning = begun.current;
      const work = async (): Promise<void> => {
        const target = item.conversationId ?? beginning.conversationId;
        try {
          const sent = await sendMessage(agentId, {
            ...(item.text !== '' && { text: item.text }),
            ...(target !== null && { conversation_id: target }),
            ...(item.images.length > 0 && {
              images: await Promise.all(item.images.map(({ file }) => base64Of(file))),
            }),
            ...(item.audio !== null && { audio_base64: await base64Of(item.audio) }),
          });
          beginning.conversationId ??= sent.conversation_id;
          // Read before the message is removed here, so that it never disappears in between.
          await Promise.allSettled([
            queries.invalidateQueries({ queryKey: messagesQuery(sent.conversation_id).queryKey }),
            queries.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
          ]);
          void queries.invalidateQueries({ queryKey: ['events', agentId] });
          forget(item);
          // Whoever has gone elsewhere meanwhile is not taken back.
          if (item.conversationId === null && begun.current === beginning) onBegun(sent.conversation_id);
        } catch (error) {
          setItems((all) =>
            all.map((other) => (other.id === item.id ? { ...other, error, isFailed: true } : other)),
          );
        }
      };
      queue.current = queue.current.then(work);
    },
    [agentId, queries, forget, onBegun],
  );

  const send = useCallback(
    (draft: Draft) => {
      lastId.current += 1;
      const item: Outgoing = { ...draft, id: lastId.current, conversationId, error: null, isFailed: false };
      setItems((all) => [...all, item]);
      transmit(item);
    },
    [conversationId, transmit],
  );
  const retry = useCallback(
    (item: Outgoing) => {
      setItems((all) => all.map((other) => (other.id === item.id ? { ...other, isFailed: false } : other)));
      transmit(item);
    },
    [transmit],
  );
  const shown = items.filter((item) => item.conversationId === conversationId);
  return { items: shown, send, retry, discard: forget };
}
