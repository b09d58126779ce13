import { Download } from 'lucide-react';
import type { Message } from '../../api/conversations.ts';
import { mediaPath } from '../../api/media-path.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import styles from './message-files.module.css';

/** The files of a message that are neither shown nor played. Each is saved under its name; the service lets none of them open in the page. */
export function MessageFiles({ files }: { files: NonNullable<Message['files']> }) {
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map((file) => (
        <li key={file.url}>
          <a href={mediaPath(file.url)} download={file.name} className={styles.file}>
            <Download aria-hidden size={18} className={styles.icon} />
            <span className={styles.texts}>
              <span className={styles.name}>
                <OutsideText text={file.name} />
              </span>
              <span className={styles.detail}>
                {file.content_type}, {sizeText(file.byte_length)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
