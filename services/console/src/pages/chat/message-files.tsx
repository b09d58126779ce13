import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Message } from '../../api/conversations.ts';
import { mediaPath, previewPath } from '../../api/media-path.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './message-files.module.css';

/** Neither shown nor played. Each is saved under its name; the service lets none of them open in the page. */
export function MessageFiles({ files }: { files: NonNullable<Message['files']> }) {
  return (
    <ul className="grid fits gap-1" aria-label="Files">
      {files.map((file) => (
        <li key={file.url}>
          <a href={mediaPath(file.url)} download={file.name} className={styles.file}>
            <Download aria-hidden size={18} className="rigid" />
            <span className="grid narrowable">
              <OutsideText as="span" className="anywhere" text={file.name} />
              <span className="muted small anywhere">
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

/** The pictures of a message as tiles; each opens large, and from there as it was sent. */
export function MessageImages({ message }: { message: Pick<Message, 'image_urls' | 'sender_name'> }) {
  const [openUrl, setOpenUrl] = useState<string | null>(null);
  const urls = message.image_urls.map(mediaPath);
  const sender = visibleText(message.sender_name);
  const nameOf = (url: string): string =>
    urls.length === 1
      ? `Picture from ${sender}`
      : `Picture ${urls.indexOf(url) + 1} of ${urls.length} from ${sender}`;
  return (
    <div className={classNames('grid fits gap-1', urls.length > 1 && styles.many)}>
      {urls.map((url) => (
        <Button key={url} className={styles.tile} onPress={() => setOpenUrl(url)}>
          <img src={previewPath(url)} alt={nameOf(url)} loading="lazy" decoding="async" />
        </Button>
      ))}
      <Dialog title="Picture" shape="wide" isOpen={openUrl !== null} onClose={() => setOpenUrl(null)}>
        {openUrl !== null && (
          <div className="centre gap-2">
            <a href={openUrl} target="_blank" rel="noopener noreferrer">
              <img className="rounded-sm" src={previewPath(openUrl)} alt={nameOf(openUrl)} decoding="async" />
            </a>
            <a href={openUrl} download>
              Save the original
            </a>
          </div>
        )}
      </Dialog>
    </div>
  );
}
