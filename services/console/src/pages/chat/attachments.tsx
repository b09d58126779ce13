import { File as FileIcon, ImageOff, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './attachment-strip.module.css';

interface AttachmentStripProps {
  attachments: Attachments;
  audio: Blob | null;
  onRemoveAudio: () => void;
}

export function AttachmentStrip({ attachments, audio, onRemoveAudio }: AttachmentStripProps) {
  if (attachments.items.length === 0 && audio === null) return null;
  return (
    <ul className={styles.strip} aria-label="Attached">
      {attachments.items.map(({ id, file }) => (
        <li key={id} className={styles.image}>
          <PicturePreview file={file} name={file.name} />
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
  const url = useObjectUrl(audio);
  return (
    <li className={styles.voice}>
      <audio controls src={url ?? undefined} aria-label="Your recording" />
      <IconButton label="Remove the recording" icon={<X size={16} />} onPress={onRemove} />
    </li>
  );
}

interface PicturePreviewProps {
  file: Blob;
  name: string;
  className?: string | undefined;
}

/** Not sent yet. What the browser cannot show is named instead, and so is any other file. */
export function PicturePreview({ file, name, className }: PicturePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  const src = useObjectUrl(isPicture(file) ? file : null) ?? undefined;
  if (isPicture(file) && !isBroken)
    return <img className={className} src={src} alt={visibleText(name)} onError={() => setBroken(true)} />;
  return (
    <span className={styles.broken}>
      {isBroken ? <ImageOff aria-hidden size={20} /> : <FileIcon aria-hidden size={20} />}
      <OutsideText as="span" className="ellipsis fits" text={name} />
    </span>
  );
}

export interface Attachment {
  id: number;
  file: File;
}

export type Attachments = ReturnType<typeof useAttachments>;

/** Large photos are scaled down. A file that cannot be sent is refused at once, with a reason. */
export function useAttachments() {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const lastId = useRef(0);
  /** How many photos are being scaled down; they come when they are. */
  const [scaling, setScaling] = useState(0);

  const change = (next: readonly Attachment[]): void => {
    current.current = next;
    setItems(next);
  };

  function addOne(file: File): string | null {
    const problem = fileProblem(file);
    if (problem !== null) return problem;
    if (current.current.length >= FILES_MAX) return `A message can have at most ${FILES_MAX} files.`;
    lastId.current += 1;
    change([...current.current, { id: lastId.current, file }]);
    return isHeic(file)
      ? `“${visibleText(file.name)}” is HEIC, which this browser cannot show. It is sent as a file.`
      : null;
  }
  async function add(files: readonly File[]): Promise<void> {
    const problems: (string | null)[] = [];
    // One after another: each takes as much memory as it has pixels.
    for (const file of files) {
      if (!isTooLarge(file)) {
        problems.push(addOne(file));
        continue;
      }
      setScaling((count) => count + 1);
      problems.push(addOne(await scaledPhoto(file)));
      setScaling((count) => count - 1);
    }
    const problem = problems.find((each) => each !== null);
    if (problem != null) toast({ tone: 'bad', text: problem });
  }
  function remove(id: number): void {
    change(current.current.filter((item) => item.id !== id));
  }
  /** Passes all files on. */
  function take(): readonly Attachment[] {
    const taken = current.current;
    change([]);
    return taken;
  }
  return { items, isScaling: scaling > 0, add, remove, take };
}

/** What the service accepts (specification, "Limits": about 5 MB for a picture). */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const FILE_BYTES_MAX = 25 * 1024 * 1024;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const FILES_MAX = 10;

/** Whether a file is sent as a picture, which is shown. Any other file is sent under its name. */
export function isPicture({ type }: { type: string }): boolean {
  return IMAGE_TYPES.has(type);
}

/** Whether a file is a photo as phones take them, which few browsers show. Some say nothing of its type. */
function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);
}

/** Whether a photo has to become a smaller one. What may move does not, since it would stand still. */
function isTooLarge(file: File): boolean {
  return isHeic(file) || (/^image\/(?:jpeg|png)$/.test(file.type) && file.size > IMAGE_BYTES_MAX);
}

/** Why a file cannot be sent, as a sentence; `null` if it can be sent. */
function fileProblem(file: { name: string; type: string; size: number }): string | null {
  const name = visibleText(file.name);
  if (file.size === 0) return `“${name}” is empty.`;
  if (isPicture(file)) return file.size > IMAGE_BYTES_MAX ? `“${name}” is larger than 5 MB.` : null;
  return file.size > FILE_BYTES_MAX ? `“${name}” is larger than 25 MB.` : null;
}

/** What is tried for the longer side, in pixels. The last fits whatever the picture shows. */
const SIDES = [4_096, 2_048, 1_024];
const QUALITY = 0.85;

/** The photo as a JPEG that the service takes, upright; as it is if the browser cannot read it. */
async function scaledPhoto(file: File): Promise<File> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (photo === null) return file;
  try {
    for (const side of SIDES) {
      const blob = await jpegOf(photo, Math.min(1, side / Math.max(photo.width, photo.height)));
      if (blob !== null && blob.size <= IMAGE_BYTES_MAX) {
        return new File([blob], file.name.replace(/\.\w+$/, '') + '.jpg', { type: blob.type });
      }
    }
    return file;
  } finally {
    photo.close();
  }
}

function jpegOf(photo: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const drawing = canvas.getContext('2d');
  if (drawing === null) return Promise.resolve(null);
  // A JPEG cannot be seen through, and would be black there.
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
