import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './attachment-strip.module.css';
import { PicturePreview } from './picture-preview.tsx';
import type { Attachments } from './use-attachments.ts';

export interface AttachmentStripProps {
  attachments: Attachments;
  audio: Blob | null;
  onRemoveAudio: () => void;
}

/** The attachments of the message. Each can be removed. */
export function AttachmentStrip({ attachments, audio, onRemoveAudio }: AttachmentStripProps) {
  if (attachments.items.length === 0 && audio === null) return null;
  return (
    <ul className={styles.strip} aria-label="Attached">
      {attachments.items.map(({ id, file, previewUrl }) => (
        <li key={id} className={styles.image}>
          <PicturePreview src={previewUrl} name={file.name} />
          <IconButton
            label={`Remove ${visibleText(file.name)}`}
            className={styles.remove ?? ''}
            icon={<X size={14} />}
            onPress={() => attachments.remove(id)}
          />
        </li>
      ))}
      {audio !== null && <Voice audio={audio} onRemove={onRemoveAudio} />}
    </ul>
  );
}

function Voice({ audio, onRemove }: { audio: Blob; onRemove: () => void }) {
  const url = useMemo(() => URL.createObjectURL(audio), [audio]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li className={styles.voice}>
      <audio controls src={url} aria-label="Your recording" />
      <IconButton label="Remove the recording" icon={<X size={16} />} onPress={onRemove} />
    </li>
  );
}
