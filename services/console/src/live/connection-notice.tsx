import { LoaderCircle } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import styles from './connection-notice.module.css';
import { liveStore } from './use-live-updates.ts';

/** No notice is shown for a gap shorter than this, in milliseconds. */
const UNNOTICED_MS = 1_200;

export function ConnectionNotice() {
  const state = useSyncExternalStore(liveStore.subscribe, liveStore.read);
  const isAway = state === 'reconnecting';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setShown(true), UNNOTICED_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);

  return (
    <div role="status" className={styles.place}>
      {isShown && (
        <span className={styles.notice}>
          <LoaderCircle aria-hidden className="spinning" size={14} /> Reconnecting… What you see may be out of
          date.
        </span>
      )}
    </div>
  );
}
