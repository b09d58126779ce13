import type { AnswerStatus } from './use-answer-keys.ts';
import { ANSWER_KEYS } from './use-answer-keys.ts';
import styles from './answer-hint.module.css';

const VERBS: Readonly<Record<AnswerStatus, string>> = {
  approved: 'approve',
  rejected: 'reject',
  dismissed: 'dismiss',
};

/** Says that a key has to be pressed once more. The element is always there, so that screen readers announce its text when it appears. */
export function AnswerHint({ armed }: { armed: AnswerStatus | null }) {
  return (
    <p role="status" className={styles.hint}>
      {armed !== null && (
        <>
          Press <kbd>{ANSWER_KEYS[armed].toUpperCase()}</kbd> again to {VERBS[armed]}, <kbd>Esc</kbd> to let
          it be.
        </>
      )}
    </p>
  );
}
