import { CircleAlert, CircleCheck, Mic, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { explain } from '../../api/api-error.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './outgoing-file.module.css';
import type { OutgoingFile } from './outgoing.ts';
import { PicturePreview } from './picture-preview.tsx';
import type { UploadState } from './upload.ts';

export interface OutgoingFileItemProps {
  file: OutgoingFile;
  /** `null` while its message is being sent. */
  onLeaveOut: (() => void) | null;
}

/** A file of a message that is being sent: how far it has come, and the button that stops it. */
export function OutgoingFileItem({ file, onLeaveOut }: OutgoingFileItemProps) {
  const { previewUrl, upload } = file;
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
        <PicturePreview className={styles.picture} src={previewUrl} name={file.name} />
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
        <span className={styles.state}>
          <progress className={styles.bar} aria-label={`Sending ${name}`} max={100} value={percent} />
          <span className={styles.percent}>{percent} %</span>
        </span>
      );
    }
    case 'sent':
      return (
        <span className={styles.state}>
          <CircleCheck aria-label={`${name} has arrived`} role="img" size={16} />
        </span>
      );
    case 'cancelled':
      return <span className={styles.state}>Stopped</span>;
    case 'failed':
      return (
        <span className={styles.failed} role="alert">
          <CircleAlert aria-hidden size={14} /> {explain(state.error)}
        </span>
      );
  }
}
