import { createElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { previewPath } from '../api/media-path.ts';
import { markdownTree } from './markdown-tree.ts';
import type { MarkdownElement, MarkdownNode } from './markdown-tree.ts';
import styles from './markdown.module.css';
import { VisibleParts } from './outside-text.tsx';
import { useObjectUrl } from './use-object-url.ts';
import { visibleText } from './visible-text.ts';
import { whenNear } from './when-near.ts';

/** Of an agent, which the page does not trust. What would be too much to draw is shown as it was written. */
export function Markdown({ text }: { text: string }) {
  // Footnotes lead to those of the same text, whatever other texts the page has.
  const prefix = `${useId()}-`;
  const tree = useMemo(() => markdownTree(text), [text]);
  return (
    <div className={styles.markdown}>
      {tree === null ? (
        <p className="preserved">
          <VisibleParts text={text} isProse />
        </p>
      ) : (
        drawn(tree, prefix)
      )}
    </div>
  );
}

function drawn(nodes: readonly MarkdownNode[], prefix: string): ReactNode[] {
  return nodes.map((node, index) =>
    typeof node === 'string' ? (
      <VisibleParts key={index} text={node} isProse />
    ) : (
      <Element key={index} node={node} prefix={prefix} />
    ),
  );
}

function Element({ node, prefix }: { node: MarkdownElement; prefix: string }) {
  const { tag, href = '', label, start } = node;
  const id = node.id === undefined ? undefined : prefix + node.id;
  const children = drawn(node.children, prefix);
  switch (tag) {
    case 'a':
      if (href === '') return <span>{children}</span>;
      if (href.startsWith('#')) {
        return (
          <a href={`#${prefix}${href.slice(1)}`} id={id} aria-label={label}>
            {children}
          </a>
        );
      }
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      );
    case 'img':
      return <LinkedPicture key={node.src} path={node.src ?? ''} label={label ?? ''} />;
    // Wide content scrolls inside itself, so that the page never does, and can be reached by keyboard.
    case 'table':
      return (
        <div className={styles.wide} role="region" aria-label="Table" tabIndex={0}>
          <table>{children}</table>
        </div>
      );
    case 'pre':
      return (
        <pre role="region" aria-label="Code" tabIndex={0}>
          {children}
        </pre>
      );
    case 'input':
      return (
        <input
          type="checkbox"
          checked={node.isChecked === true}
          disabled
          aria-label={node.isChecked === true ? 'Done' : 'Open'}
        />
      );
    case 'footnotes':
      return (
        <section className={styles.footnotes} aria-label="Footnotes">
          <ol>{children}</ol>
        </section>
      );
    default:
      return createElement(tag, { id, start }, ...children);
  }
}

/**
 * Asked for without the person's session: a link opens its file for every reader, and what an agent makes a
 * browser ask for must not be a call of the person. Until it is there, its words stand in its place.
 */
function LinkedPicture({ path, label }: { path: string; label: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const load = async (): Promise<void> => {
      const answer = await fetch(previewPath(path), { credentials: 'omit', redirect: 'error', signal });
      if (answer.ok) setPicture(await answer.blob());
    };
    // Without an answer, its words stay.
    const stopLooking = whenNear(place.current, () => void load().catch(() => {}));
    return () => {
      stopLooking();
      stopping.abort();
    };
  }, [path]);
  const src = useObjectUrl(picture);
  const text = visibleText(label);
  if (src === null) return <span ref={place}>{text}</span>;
  return <img className="rounded-sm" src={src} alt={text} />;
}
