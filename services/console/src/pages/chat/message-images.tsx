import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Message } from '../../api/conversations.ts';
import { mediaPath } from '../../api/media-path.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './message-images.module.css';

/** The pictures of a message as tiles; each opens in full. */
export function MessageImages({ message }: { message: Pick<Message, 'image_urls' | 'sender_name'> }) {
  const [openUrl, setOpenUrl] = useState<string | null>(null);
  const urls = message.image_urls.map(mediaPath);
  const nameOf = (url: string): string =>
    urls.length === 1
      ? `Picture from ${message.sender_name}`
      : `Picture ${urls.indexOf(url) + 1} of ${urls.length} from ${message.sender_name}`;
  return (
    <div className={classNames(styles.images, urls.length > 1 && styles.many)}>
      {urls.map((url) => (
        <Button key={url} className={styles.tile} onPress={() => setOpenUrl(url)}>
          <img src={url} alt={nameOf(url)} loading="lazy" />
        </Button>
      ))}
      <Dialog title="Picture" shape="wide" isOpen={openUrl !== null} onClose={() => setOpenUrl(null)}>
        {openUrl !== null && (
          <a href={openUrl} target="_blank" rel="noopener noreferrer" className={styles.full}>
            <img src={openUrl} alt={nameOf(openUrl)} />
          </a>
        )}
      </Dialog>
    </div>
  );
}
