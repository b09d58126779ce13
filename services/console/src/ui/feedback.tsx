import { CircleAlert, LoaderCircle, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { ProgressBar } from 'react-aria-components';
import { explain } from '../api/api-error.ts';
import { Store } from '../live/listeners.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
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
  label?: string | undefined;
  title?: string | undefined;
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

export function ProgressLine({ percent, label }: { percent: number; label: string }) {
  return (
    <ProgressBar className="row gap-2" value={percent} aria-label={label}>
      {({ valueText }) => (
        <>
          <span className={styles.track}>
            <span className={styles.fill} style={{ width: `${percent}%` }} />
          </span>
          <span className="muted small figures">{valueText}</span>
        </>
      )}
    </ProgressBar>
  );
}

export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={classNames(styles.toast, styles[tone])}>
          <span>{text}</span>
          <IconButton label="Dismiss" icon={<X size={16} />} onPress={() => dismissToast(id)} />
        </div>
      ))}
    </div>
  );
}

interface Toast {
  id: number;
  tone: 'good' | 'bad' | 'neutral';
  text: ReactNode;
}

const SHOWN_MS = 5_000;
const SHOWN_MAX = 3;

const toasts = new Store<readonly Toast[]>([]);
let lastId = 0;

/** Shows a short text for a few seconds. If a person must not miss it, use a notice in the page. */
export function toast({ tone = 'neutral', text }: { tone?: Toast['tone']; text: ReactNode }): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.read(), { id, tone, text }].slice(-SHOWN_MAX));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

function dismissToast(id: number): void {
  toasts.set(toasts.read().filter((item) => item.id !== id));
}
