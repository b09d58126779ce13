import { File, ImageOff, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './attachment-strip.module.css';
import type { Attachments } from './use-attachments.ts';

interface AttachmentStripProps {
  attachments: Attachments;
  audio: Blob | null;
  onRemoveAudio: () => void;
}

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

interface PicturePreviewProps {
  /** `null` of a file that is no picture. */
  src: string | null;
  name: string;
  className?: string | undefined;
}

/** Not sent yet. What the browser cannot show is named instead, and so is any other file. */
export function PicturePreview({ src, name, className }: PicturePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  if (src !== null && !isBroken)
    return <img className={className} src={src} alt={visibleText(name)} onError={() => setBroken(true)} />;
  return (
    <span className={styles.broken}>
      {src === null ? <File aria-hidden size={20} /> : <ImageOff aria-hidden size={20} />}
      <OutsideText as="span" className="ellipsis fits" text={name} />
    </span>
  );
}
