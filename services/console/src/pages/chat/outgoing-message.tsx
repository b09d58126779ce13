import { CircleAlert, CircleCheck, LoaderCircle, Mic, X } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';
import { explain } from '../../api/api-error.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ProgressLine } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { PicturePreview } from './attachments.tsx';
import styles from './outgoing-message.module.css';
import { areFilesGone, discardOutgoing, FileMissing, leaveOut } from './outgoing.ts';
import type { Outgoing, OutgoingFile } from './outgoing.ts';
import { UploadCancelled } from './upload.ts';
import type { UploadState } from './upload.ts';

interface OutgoingMessageProps {
  item: Outgoing;
  onRetry: (item: Outgoing) => void;
  /** The button that was pressed goes now, so the focus needs another place. */
  onButtonsGone: () => void;
}

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
      {item.text !== '' && <OutsideText as="p" className={styles.bubble} text={item.text} isProse />}
      {item.isFailed ? (
        <div className="row wraps to-end small bad gap-6px" role="alert">
          <CircleAlert aria-hidden size={14} />
          <span>Not sent. {reasonOf(item.error)}</span>
          <span className="flex gap-6px">
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
        <p className="row muted tiny gap-1">
          <LoaderCircle aria-hidden size={13} /> Sending
        </p>
      )}
    </div>
  );
}

function reasonOf(error: unknown): string {
  if (error === null) return '';
  if (error instanceof UploadCancelled) return 'You stopped it.';
  if (error instanceof FileMissing) return 'A file could not be sent.';
  if (areFilesGone(error))
    return 'The service no longer has its files. Check whether the message arrived before you send it again.';
  return explain(error);
}

interface OutgoingFileItemProps {
  file: OutgoingFile;
  /** `null` while its message is being sent. */
  onLeaveOut: (() => void) | null;
}

function OutgoingFileItem({ file, onLeaveOut }: OutgoingFileItemProps) {
  const { upload } = file;
  const name = visibleText(file.name);
  const state = useSyncExternalStore(upload.subscribe, upload.read);
  const isUnderWay = state.stage === 'waiting' || state.stage === 'sending';
  return (
    <li className={styles.file}>
      {file.isRecording ? (
        <span className={styles.voice}>
          <Mic aria-hidden size={20} /> Voice message
        </span>
      ) : (
        <PicturePreview className={styles.picture} file={file.file} name={file.name} />
      )}
      <Progress name={name} state={state} />
      {isUnderWay && onLeaveOut === null && (
        <IconButton label={`Stop ${name}`} icon={<X size={16} />} onPress={() => upload.cancel()} />
      )}
      {onLeaveOut !== null && (
        <IconButton label={`Leave out ${name}`} icon={<X size={16} />} onPress={onLeaveOut} />
      )}
    </li>
  );
}

function Progress({ name, state }: { name: string; state: UploadState }) {
  switch (state.stage) {
    case 'waiting':
    case 'sending': {
      const percent = state.stage === 'sending' ? Math.round(100 * state.share) : 0;
      return (
        <div className={styles.progress}>
          <ProgressLine percent={percent} label={`Sending ${name}`} />
        </div>
      );
    }
    case 'sent':
      return (
        <span className="row gap-2 muted small">
          <CircleCheck aria-label={`${name} has arrived`} role="img" size={16} />
        </span>
      );
    case 'cancelled':
      return <span className="row gap-2 muted small">Stopped</span>;
    case 'failed':
      return (
        <span className="row small narrowable bad gap-1" role="alert">
          <CircleAlert aria-hidden size={14} /> {explain(state.error)}
        </span>
      );
  }
}
