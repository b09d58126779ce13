import { CircleAlert } from 'lucide-react';
import { explain } from '../api/api-error.ts';
import { Button } from './button.tsx';
import styles from './error-notice.module.css';
import { OutsideText } from './outside-text.tsx';

interface ErrorNoticeProps {
  error: unknown;
  /** What failed, such as "Could not load the tasks.". */
  title?: string | undefined;
  onRetry?: () => void;
}

export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <CircleAlert aria-hidden size={18} />
      <div className="grid narrowable grows">
        {title !== undefined && <strong>{title}</strong>}
        <span>
          <OutsideText text={explain(error)} isProse />
        </span>
      </div>
      {onRetry !== undefined && (
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
