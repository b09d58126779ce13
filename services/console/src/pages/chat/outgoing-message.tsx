import { CircleAlert, LoaderCircle } from 'lucide-react';
import { useRef } from 'react';
import { explain } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { OutgoingFileItem } from './outgoing-file.tsx';
import styles from './outgoing-message.module.css';
import { discardOutgoing, FileMissing, FilesGone, leaveOut } from './outgoing.ts';
import type { Outgoing } from './outgoing.ts';
import { UploadCancelled } from './upload.ts';

export interface OutgoingMessageProps {
  item: Outgoing;
  onRetry: (item: Outgoing) => void;
  /** The button that was pressed goes now, so the focus needs another place. */
  onButtonsGone: () => void;
}

/** A message that the service does not have yet, with how far its files have come. */
export function OutgoingMessage({ item, onRetry, onButtonsGone }: OutgoingMessageProps) {
  const sendAgain = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.item}>
      {item.files.length > 0 && (
        <ul className={styles.files} aria-label="Files">
          {item.files.map((file) => (
            <OutgoingFileItem
              key={file.id}
              file={file}
              onLeaveOut={
                item.isFailed
                  ? () => {
                      // The button that was pressed goes with the file.
                      sendAgain.current?.focus();
                      leaveOut(item, file);
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
      {item.text !== '' && (
        <p className={styles.bubble}>
          <OutsideText text={item.text} isProse />
        </p>
      )}
      {item.isFailed ? (
        <div className={styles.failure} role="alert">
          <CircleAlert aria-hidden size={14} />
          <span>Not sent. {reasonOf(item.error)}</span>
          <span className={styles.actions}>
            <Button
              ref={sendAgain}
              size="small"
              // Who has stopped a file by its button goes on from here, for that button is gone.
              autoFocus={item.error instanceof UploadCancelled}
              onPress={() => {
                onButtonsGone();
                onRetry(item);
              }}
            >
              Send again
            </Button>
            <Button
              size="small"
              variant="quiet"
              onPress={() => {
                onButtonsGone();
                discardOutgoing(item);
              }}
            >
              Discard
            </Button>
          </span>
        </div>
      ) : (
        <p className={styles.sending}>
          <LoaderCircle aria-hidden size={13} /> Sending
        </p>
      )}
    </div>
  );
}

function reasonOf(error: unknown): string {
  if (error === null) return '';
  if (error instanceof UploadCancelled) return 'You have stopped it.';
  if (error instanceof FileMissing) return 'A file has not arrived.';
  if (error instanceof FilesGone)
    return 'The service does not have its files any more. Perhaps it has arrived: look before you send it again.';
  return explain(error);
}
