import styles from './inbox.module.css';

const HINTS = [
  { keys: ['J', 'K'], text: 'move' },
  { keys: ['A'], text: 'approve' },
  { keys: ['R'], text: 'reject' },
  { keys: ['D'], text: 'dismiss' },
  { keys: ['N'], text: 'note' },
] as const;

/** The keys of the inbox, shown if there is a keyboard. */
export function KeyHints() {
  return (
    <p className={styles.hints}>
      {HINTS.map(({ keys, text }) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}{' '}
          {text}
        </span>
      ))}
    </p>
  );
}
