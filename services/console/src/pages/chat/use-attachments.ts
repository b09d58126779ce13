import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { IMAGES_MAX, imageProblem } from './image-file.ts';

export interface Attachment {
  id: number;
  file: File;
  /** A `blob:` URL, valid until the picture is removed or passed on. */
  previewUrl: string;
}

export interface Attachments {
  items: readonly Attachment[];
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  /** Passes all pictures on. From then on the receiver has to revoke their URLs. */
  take: () => Attachment[];
}

/** Pictures for the next message. A file that cannot be sent is refused at once, with a reason. */
export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const lastId = useRef(0);

  const change = useCallback((next: readonly Attachment[]) => {
    current.current = next;
    setItems(next);
  }, []);
  useEffect(() => () => current.current.forEach(({ previewUrl }) => URL.revokeObjectURL(previewUrl)), []);

  const add = useCallback(
    (files: readonly File[]) => {
      const problems = files.map(imageProblem).filter((problem) => problem !== null);
      const room = IMAGES_MAX - current.current.length;
      const good = files.filter((file) => imageProblem(file) === null);
      if (good.length > room) problems.push(`A message takes at most ${IMAGES_MAX} pictures.`);
      if (problems[0] !== undefined) toast({ tone: 'bad', text: problems[0] });
      const added = good.slice(0, room).map((file) => {
        lastId.current += 1;
        return { id: lastId.current, file, previewUrl: URL.createObjectURL(file) };
      });
      if (added.length > 0) change([...current.current, ...added]);
    },
    [change],
  );
  const remove = useCallback(
    (id: number) => {
      const gone = current.current.find((item) => item.id === id);
      if (gone !== undefined) URL.revokeObjectURL(gone.previewUrl);
      change(current.current.filter((item) => item.id !== id));
    },
    [change],
  );
  const take = useCallback(() => {
    const taken = [...current.current];
    change([]);
    return taken;
  }, [change]);
  return { items, add, remove, take };
}
