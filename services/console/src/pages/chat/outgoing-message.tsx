import { CircleAlert, LoaderCircle } from 'lucide-react';
import { explain } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import styles from './outgoing-message.module.css';
import type { Outgoing } from './use-outgoing.ts';

export interface OutgoingMessageProps {
  item: Outgoing;
  onRetry: (item: Outgoing) => void;
  onDiscard: (item: Outgoing) => void;
}

/** A message that the service does not have yet. */
export function OutgoingMessage({ item, onRetry, onDiscard }: OutgoingMessageProps) {
  return (
    <div className={styles.item}>
      {item.images.length > 0 && (
        <div className={styles.images}>
          {item.images.map(({ id, previewUrl, file }) => (
            <img key={id} src={previewUrl} alt={file.name} />
          ))}
        </div>
      )}
      {item.audio !== null && <p className={styles.bubble}>Voice message</p>}
      {item.text !== '' && <p className={styles.bubble}>{item.text}</p>}
      {item.isFailed ? (
        <div className={styles.failure} role="alert">
          <CircleAlert aria-hidden size={14} />
          <span>Not sent. {explain(item.error)}</span>
          <Button size="small" onPress={() => onRetry(item)}>
            Send again
          </Button>
          <Button size="small" variant="quiet" onPress={() => onDiscard(item)}>
            Discard
          </Button>
        </div>
      ) : (
        <p className={styles.sending}>
          <LoaderCircle aria-hidden size={13} /> Sending
        </p>
      )}
    </div>
  );
}
