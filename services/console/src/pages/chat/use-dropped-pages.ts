import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messagesQuery } from '../../api/conversations.ts';

export interface DroppedPagesOptions {
  pages: { isFetchingNextPage: boolean; data: { pages: readonly unknown[] } | undefined };
  conversationId: string | null;
  isAtBottom: boolean;
}

const PAGES_KEPT = 2;

/**
 * When the person is back at the newest message, the older pages are dropped, because every change reads all pages that are kept.
 */
export function useDroppedPages({ pages, conversationId, isAtBottom }: DroppedPagesOptions): void {
  const queries = useQueryClient();
  const { isFetchingNextPage } = pages;
  const pageCount = pages.data?.pages.length ?? 0;
  useEffect(() => {
    if (conversationId === null || !isAtBottom || pageCount <= PAGES_KEPT || isFetchingNextPage) return;
    queries.setQueryData(
      messagesQuery(conversationId).queryKey,
      (held) =>
        held && { pages: held.pages.slice(0, PAGES_KEPT), pageParams: held.pageParams.slice(0, PAGES_KEPT) },
    );
  }, [queries, conversationId, isAtBottom, pageCount, isFetchingNextPage]);
}
