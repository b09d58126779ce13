import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { messagesQuery } from '../../api/conversations.ts';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
  data: { pages: unknown[] } | undefined;
}

export interface OlderPagesOptions {
  scroller: RefObject<HTMLElement | null>;
  pages: Pages;
  conversationId: string | null;
  isAtBottom: boolean;
}

/** How far before the beginning of the list older messages are fetched, in pixels. */
const AHEAD_PX = 600;
const PAGES_KEPT = 2;

/**
 * Fetches older messages when the returned element comes near the view. When the person is back at the newest message, the older pages are
 * dropped, because every change reads all pages that are kept.
 */
export function useOlderPages({ scroller, pages, conversationId, isAtBottom }: OlderPagesOptions) {
  const sentinel = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = pages;
  const pageCount = pages.data?.pages.length ?? 0;

  useEffect(() => {
    const target = sentinel.current;
    if (target === null || !hasNextPage || isFetchingNextPage || isError) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && void fetchNextPage(),
      { root: scroller.current, rootMargin: `${AHEAD_PX}px 0px 0px 0px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [scroller, hasNextPage, isFetchingNextPage, isError, fetchNextPage, pageCount]);

  useEffect(() => {
    if (conversationId === null || !isAtBottom || pageCount <= PAGES_KEPT || isFetchingNextPage) return;
    queries.setQueryData(
      messagesQuery(conversationId).queryKey,
      (held) =>
        held && { pages: held.pages.slice(0, PAGES_KEPT), pageParams: held.pageParams.slice(0, PAGES_KEPT) },
    );
  }, [queries, conversationId, isAtBottom, pageCount, isFetchingNextPage]);
  return sentinel;
}
