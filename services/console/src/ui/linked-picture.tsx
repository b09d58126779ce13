import { useEffect, useRef, useState } from 'react';
import { previewPath } from '../api/media-path.ts';
import { visibleText } from './visible-text.ts';

interface LinkedPictureProps {
  path: string;
  /** Its words. */
  label: string;
}

/**
 * A picture that an agent's text names, fetched when it comes near the view. It is asked for without the person's session: a link opens its file
 * for everybody, and what an agent makes a browser ask for must not be a call of the person. Until it is there, its words stand in its place.
 */
export function LinkedPicture({ path, label }: LinkedPictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const target = place.current;
    if (target === null) return;
    const stopping = new AbortController();
    const load = async (): Promise<void> => {
      const answer = await fetch(previewPath(path), {
        credentials: 'omit',
        redirect: 'error',
        signal: stopping.signal,
      });
      if (answer.ok) setSrc(URL.createObjectURL(await answer.blob()));
    };
    const observer = new IntersectionObserver(
      (looks) => {
        if (looks.at(-1)?.isIntersecting !== true) return;
        observer.disconnect();
        // Without an answer, its words stay.
        load().catch(() => {});
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      stopping.abort();
    };
  }, [path]);
  useEffect(() => () => void (src !== null && URL.revokeObjectURL(src)), [src]);
  const text = visibleText(label);
  if (src === null) return <span ref={place}>{text}</span>;
  return <img src={src} alt={text} />;
}

/** How far before it can be seen a picture is fetched, in pixels. */
const AHEAD_PX = 600;
