import { File, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './picture-preview.module.css';

export interface PicturePreviewProps {
  /** `null` of a file that is no picture. */
  src: string | null;
  name: string;
  className?: string | undefined;
}

/** A picture that is not sent yet. What the browser cannot show is named instead, and so is any other file. */
export function PicturePreview({ src, name, className }: PicturePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  if (src !== null && !isBroken)
    return <img className={className} src={src} alt={visibleText(name)} onError={() => setBroken(true)} />;
  return (
    <span className={styles.broken}>
      {src === null ? <File aria-hidden size={20} /> : <ImageOff aria-hidden size={20} />}
      <span className={styles.name}>
        <OutsideText text={name} />
      </span>
    </span>
  );
}
