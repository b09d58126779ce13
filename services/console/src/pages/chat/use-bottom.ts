import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Nearer than this to the end counts as there, in pixels. */
const NEAR_PX = 80;

/** Whether a list that grows upwards (`column-reverse`) shows its end, and the way there. */
export function useBottom(scroller: RefObject<HTMLElement | null>) {
  const [isAtBottom, setAtBottom] = useState(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // In such a list the end is at 0, and what is above has negative positions.
    const onScroll = (): void => setAtBottom(-element.scrollTop < NEAR_PX);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  const toBottom = (): void => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' });
  return { isAtBottom, toBottom };
}
