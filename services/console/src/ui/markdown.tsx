import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { mediaPath, previewPath } from '../api/media-path.ts';
import styles from './markdown.module.css';

/**
 * Markdown of an agent, which the page does not trust. HTML in it stays text. Only http, https and mailto links are links. Pictures from
 * other addresses become links, so that nobody learns when a message is read.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rawHtmlAsText, rehypeSanitize]}
        components={COMPONENTS}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => {
    // If the address was removed, a word that looks like a link would only confuse.
    if (href === undefined || href === '') return <span>{children}</span>;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => {
    const address = typeof src === 'string' ? src : '';
    const path = mediaPath(address);
    const text = alt === undefined || alt === '' ? 'Picture' : alt;
    if (path.startsWith('/media/')) {
      return (
        <a href={path} target="_blank" rel="noopener noreferrer">
          <img src={previewPath(path)} alt={text} loading="lazy" decoding="async" />
        </a>
      );
    }
    return (
      <a href={address} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  },
  // Wide content scrolls inside itself, so that the page never does. A region that scrolls must be reachable by keyboard.
  table: ({ children }) => (
    <div className={styles.wide} role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // The boxes of a task list.
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      disabled
      aria-label={checked === true ? 'Done' : 'Open'}
    />
  ),
  pre: ({ children }) => (
    <pre role="region" aria-label="Code" tabIndex={0}>
      {children}
    </pre>
  ),
};

/** The parts of a syntax tree that this plugin uses. */
interface SyntaxNode {
  type: string;
  value?: string;
  children?: SyntaxNode[];
}

/** A rehype plugin: HTML within markdown becomes text. Without it HTML would be dropped, and with it a text such as `List<String>`. */
function rawHtmlAsText() {
  return (tree: SyntaxNode): void => visit(tree);
}

function visit(node: SyntaxNode): void {
  if (node.type === 'raw') node.type = 'text';
  node.children?.forEach(visit);
}
