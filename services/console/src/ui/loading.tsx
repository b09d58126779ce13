import { LoaderCircle } from 'lucide-react';
import styles from './loading.module.css';

/** Shown while data is loading. It appears only after a moment, so that quick answers do not flicker. */
export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <LoaderCircle aria-hidden size={22} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
