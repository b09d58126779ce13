import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** A position this near to the end counts as the end, in pixels. */
const NEAR_PX = 80;

/** Whether a list that grows upwards (`column-reverse`) shows its end, and a function that scrolls there. */
export function useBottom(scroller: RefObject<HTMLElement | null>) {
  const [isAtBottom, setAtBottom] = useState(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // In such a list the end is at 0, and positions above it are negative.
    const onScroll = (): void => setAtBottom(-element.scrollTop < NEAR_PX);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  const toBottom = useCallback(
    (): void => scroller.current?.scrollTo({ top: 0, behavior: 'smooth' }),
    [scroller],
  );
  return { isAtBottom, toBottom };
}
