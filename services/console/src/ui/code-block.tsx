import { CopyButton } from './copy-button.tsx';
import styles from './code-block.module.css';

export interface CodeBlockProps {
  text: string;
  /** A short name, such as "curl command". It names the region and its copy button. */
  what: string;
}

/** Code to be copied. It scrolls inside itself, so it can be reached and scrolled by keyboard. */
export function CodeBlock({ text, what }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} role="region" aria-label={what} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
