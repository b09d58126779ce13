import { createElement, useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { LinkedPicture } from './linked-picture.tsx';
import { markdownTree } from './markdown-tree.ts';
import type { MarkdownElement, MarkdownNode } from './markdown-tree.ts';
import styles from './markdown.module.css';
import { VisibleParts } from './outside-text.tsx';

/** Markdown of an agent, which the page does not trust. What would be too much to draw is shown as it was written. */
export function Markdown({ text }: { text: string }) {
  // Footnotes lead to those of the same text, whatever other texts the page has.
  const prefix = `${useId()}-`;
  const tree = useMemo(() => markdownTree(text), [text]);
  return (
    <div className={styles.markdown}>
      {tree === null ? (
        <p className={styles.plain}>
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
    // Wide content scrolls inside itself, so that the page never does. A region that scrolls must be reachable by keyboard.
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
