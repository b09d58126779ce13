import { LoaderCircle } from 'lucide-react';
import { ErrorNotice } from './error-notice.tsx';
import styles from './loading.module.css';

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
