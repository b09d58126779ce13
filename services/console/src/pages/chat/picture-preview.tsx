import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import styles from './picture-preview.module.css';

export interface PicturePreviewProps {
  src: string;
  name: string;
  className?: string | undefined;
}

/** A picture that is not sent yet. What the browser cannot show is named instead. */
export function PicturePreview({ src, name, className }: PicturePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  if (!isBroken) return <img className={className} src={src} alt={name} onError={() => setBroken(true)} />;
  return (
    <span className={styles.broken}>
      <ImageOff aria-hidden size={20} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
