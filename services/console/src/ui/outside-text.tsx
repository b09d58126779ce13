import { Fragment } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { visibleParts } from './visible-text.ts';
import type { TextOptions } from './visible-text.ts';

interface OutsideTextProps extends TextOptions {
  text: string;
  /** An action, a pattern or the like: in the font of code, with its lines and its white space. */
  isCode?: boolean;
  /** The element that it fills. */
  as?: 'dt' | 'h1' | 'h4' | 'p' | 'span' | 'strong';
  className?: string | undefined;
}

/** What a person would not see of it is drawn, and its direction changes nothing of the text around it. */
export function OutsideText({ isCode = false, as: Around, className, ...text }: OutsideTextProps) {
  const isolated = (
    <bdi>
      <VisibleParts {...text} />
    </bdi>
  );
  if (isCode) return <code className={classNames('anywhere preserved', className)}>{isolated}</code>;
  return Around === undefined ? isolated : <Around className={className}>{isolated}</Around>;
}

/** A sentence with texts of others in it, or with elements. */
export function said(words: TemplateStringsArray, ...parts: readonly (string | ReactElement)[]): ReactNode {
  return words.map((word, index) => {
    const part = parts[index];
    return (
      <Fragment key={index}>
        {word}
        {typeof part === 'string' ? <OutsideText text={part} /> : part}
      </Fragment>
    );
  });
}

/** Beyond these the text is drawn as one, so that no text costs a page more than its length. */
const PARTS_MAX = 1_000;

/** A piece of such a text, where the whole is isolated. */
export function VisibleParts({ text, ...options }: TextOptions & { text: string }) {
  const parts = visibleParts(text, options);
  if (parts.length > PARTS_MAX) return parts.map((part) => part.text).join('');
  return parts.map((part, index) =>
    part.isEscape ? (
      <span key={index} className="escape">
        {part.text}
      </span>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
}
