import type { ReactNode, Ref } from 'react';
import { ArrowDown } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import styles from './history.module.css';

interface ChatFrameProps {
  /** Scrolls; it is reached and scrolled by keyboard as well. */
  ref?: Ref<HTMLDivElement>;
  label: string;
  children: ReactNode;
  /** Leads to the newest message; without it that is in sight. */
  onNewest?: (() => void) | undefined;
}

export function ChatFrame({ ref, label, children, onNewest }: ChatFrameProps) {
  return (
    <div className={styles.frame}>
      <div ref={ref} className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        <div className={styles.content}>{children}</div>
      </div>
      {onNewest !== undefined && (
        <div className={styles.jump}>
          <Button size="small" icon={<ArrowDown aria-hidden size={16} />} onPress={onNewest}>
            Newest
          </Button>
        </div>
      )}
    </div>
  );
}
