import { useEffect, useRef } from 'react';
import type { Message } from '../../api/conversations.ts';
import { readingMarks } from '../conversations/reading-marks.ts';

/**
 * Marks the open conversation as read when it opens, when a message of the agent comes, and when the person comes back to the page: only while
 * the page is visible and has the focus. So "mark as unread" holds until one of them happens.
 *
 * @param newest the newest message that is shown
 */
export function useReading(conversationId: string | null, newest: Message | undefined): void {
  const at = newest?.created_at;
  const isOwn = newest?.sender === 'human';
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (conversationId === null || at === undefined) return;
    const look = (): void => {
      if (document.visibilityState === 'visible' && document.hasFocus()) readingMarks.see(conversationId, at);
    };
    // What a person writes themselves is not unread, and what was there before has its mark.
    if (opened.current !== conversationId || !isOwn) look();
    opened.current = conversationId;
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [conversationId, at, isOwn]);
}
