import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './recording-bar.module.css';

export interface RecordingBarProps {
  startedAt: Date;
  onFinish: () => void;
  onCancel: () => void;
}

/** Shown instead of the text while the voice is recorded. */
export function RecordingBar({ startedAt, onFinish, onCancel }: RecordingBarProps) {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={styles.bar}>
      <span className={styles.state}>
        <span className={styles.dot} aria-hidden />
        <span role="status">Recording</span> <span className={styles.clock}>{clock}</span>
      </span>
      <Button size="small" variant="quiet" icon={<X aria-hidden size={16} />} onPress={onCancel}>
        Discard
      </Button>
      <Button
        size="small"
        variant="primary"
        autoFocus
        icon={<Check aria-hidden size={16} />}
        onPress={onFinish}
      >
        Done
      </Button>
    </div>
  );
}
