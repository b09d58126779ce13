import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { explain } from '../api/api-error.ts';
import { Button } from './button.tsx';
import styles from './feedback.module.css';
import { OutsideText } from './outside-text.tsx';

interface ErrorNoticeProps {
  /** Nothing is shown of `null`. */
  error: unknown;
  /** What failed, such as "Could not load the tasks.". */
  title?: string | undefined;
  onRetry?: () => void;
}

export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  if (error === null) return null;
  return (
    <div className={styles.error} role="alert">
      <CircleAlert aria-hidden size={18} />
      <div className="grid narrowable grows">
        {title !== undefined && <strong>{title}</strong>}
        <OutsideText as="span" text={explain(error)} isProse />
      </div>
      {onRetry !== undefined && (
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** It appears only after a moment, so that quick answers do not flicker. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <LoaderCircle aria-hidden className="spinning" size={22} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

interface WaitingProps {
  query: { data: unknown; error: Error | null; refetch: () => unknown; isFetchNextPageError?: boolean };
  /** What is being read; without it only a failure is shown. */
  label?: string;
  title?: string;
}

export function Waiting({ query, label, title }: WaitingProps) {
  const { data, error, refetch, isFetchNextPageError = false } = query;
  if (error !== null && !isFetchNextPageError)
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  return data === undefined && label !== undefined ? <Loading label={label} /> : null;
}

interface EmptyStateProps {
  icon: ReactNode;
  title: ReactNode;
  /** What to do next, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.icon} aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      {children !== undefined && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}
