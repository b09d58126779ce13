import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './copy-button.module.css';
import { toast } from './feedback.tsx';
import { OutsideText } from './outside-text.tsx';

const CONFIRMED_MS = 2_000;

interface CopyButtonProps {
  text: string;
  /** What is copied, such as "secret": the button is named "Copy secret". */
  what: string;
  isLabelled?: boolean;
}

export function CopyButton({ text, what, isLabelled = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = (): void =>
    void copyText(text).then(
      () => setCopied(true),
      () => toast({ tone: 'bad', text: 'The browser did not allow copying. Select the text and copy it.' }),
    );
  const Icon = isCopied ? Check : Copy;
  const name = isCopied ? 'Copied' : `Copy ${what}`;
  if (!isLabelled) return <IconButton label={name} icon={<Icon aria-hidden size={16} />} onPress={copy} />;
  return (
    <Button size="small" icon={Icon} onPress={copy}>
      {name}
    </Button>
  );
}

/** Over plain HTTP there is no clipboard interface: then an invisible text is selected and copied. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('Copying was refused');
}

/** An id or a secret, and the button that copies it. */
export function CopiedCode({ text, what }: Pick<CopyButtonProps, 'text' | 'what'>) {
  return (
    <span className="line">
      <code>{text}</code> <CopyButton text={text} what={what} />
    </span>
  );
}

interface CodeBlockProps {
  text: string;
  /** A short name, such as "curl command". It names the region and its copy button. */
  what: string;
}

/** Code to be copied. It scrolls inside itself, so it can be reached and scrolled by keyboard. */
export function CodeBlock({ text, what }: CodeBlockProps) {
  return (
    <div className="flex top bordered rounded sunken">
      <pre className={styles.code} role="region" aria-label={what} tabIndex={0}>
        <code>
          <OutsideText text={text} isProse />
        </code>
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
