import { ProgressBar } from 'react-aria-components';
import styles from './progress-line.module.css';

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
