import type { RunInProgress } from '../../api/runs.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import styles from './run-progress.module.css';

/** The agent's latest word of how far a run is, with a bar if it said a percentage. */
export function RunProgress({ progress }: { progress: NonNullable<RunInProgress['progress']> }) {
  const { percent, text } = progress;
  return (
    <span className={styles.progress}>
      <span className={styles.text}>
        <OutsideText text={text} />
      </span>
      {percent !== undefined && <ProgressLine percent={percent} label="How far the run is" />}
    </span>
  );
}
