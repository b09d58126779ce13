import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Conversation } from '../../api/conversations.ts';

/**
 * Keeps the focus in a list whose rows come, go and move: if the row that had it has gone, the one at its place gets it, and if it was
 * moved, it has it again.
 */
export function useKeptFocus(
  region: RefObject<HTMLElement | null>,
  conversations: readonly Conversation[],
): void {
  const shown = useRef(conversations);
  const inHand = useRef<string | null>(null);
  useLayoutEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      const row = target instanceof Element ? target.closest('[data-conversation]') : null;
      // A menu or a dialog of a row stands elsewhere in the page.
      if (row === null && target instanceof Element && !isOver(target)) inHand.current = null;
      else if (row !== null) inHand.current = row.getAttribute('data-conversation');
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = conversations;
    const place = before.findIndex(({ id }) => id === inHand.current);
    const list = region.current;
    if (place === -1 || list === null || document.activeElement !== document.body) return;
    const rows = [...list.querySelectorAll('[data-conversation]')];
    const same = rows.find((row) => row.getAttribute('data-conversation') === inHand.current);
    const next = same ?? rows[Math.min(place, rows.length - 1)];
    (next?.querySelector<HTMLElement>('a') ?? list).focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  }, [conversations, region]);
}

function isOver(element: Element): boolean {
  return element.closest('[role=menu], [role=dialog]') !== null;
}
