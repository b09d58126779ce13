/** How far beyond what is in sight counts as near, in pixels. */
const AHEAD_PX = 600;

/** Does the work once an element comes near what is in sight, in whatever scrolls it. @returns what stops this. */
export function whenNear(element: Element, work: () => void): () => void {
  const observer = new IntersectionObserver(
    (looks) => {
      // On a busy machine several looks come at once, the newest last.
      if (looks.at(-1)?.isIntersecting !== true) return;
      observer.disconnect();
      work();
    },
    { scrollMargin: `${AHEAD_PX}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
