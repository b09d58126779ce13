import { LoaderCircle } from 'lucide-react';
import { ErrorNotice } from './error-notice.tsx';
import styles from './loading.module.css';

/** Shown while data is loading. It appears only after a moment, so that quick answers do not flicker. */
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
  /** What failed, such as "Could not load the tasks.". */
  title?: string;
}

/** What stands in place of data: that it is being read, or why it could not be read, with a button that tries again. */
export function Waiting({ query, label, title }: WaitingProps) {
  const { data, error, refetch, isFetchNextPageError = false } = query;
  if (error !== null && !isFetchNextPageError)
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  return data === undefined && label !== undefined ? <Loading label={label} /> : null;
}
