import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { fileProblem, FILES_MAX, isPicture } from './attached-file.ts';

export interface Attachment {
  id: number;
  file: File;
  /** A `blob:` URL of a picture, valid until it is removed or passed on; `null` of any other file. */
  previewUrl: string | null;
}

export interface Attachments {
  items: readonly Attachment[];
  add: (files: readonly File[]) => void;
  remove: (id: number) => void;
  /** Passes all files on. From then on the receiver has to revoke their URLs. */
  take: () => Attachment[];
}

/** Files for the next message. A file that cannot be sent is refused at once, with a reason. */
export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const lastId = useRef(0);

  const change = useCallback((next: readonly Attachment[]) => {
    current.current = next;
    setItems(next);
  }, []);
  useEffect(() => () => current.current.forEach(revoke), []);

  const add = useCallback(
    (files: readonly File[]) => {
      const problems = files.map(fileProblem).filter((problem) => problem !== null);
      const room = FILES_MAX - current.current.length;
      const good = files.filter((file) => fileProblem(file) === null);
      if (good.length > room) problems.push(`A message takes at most ${FILES_MAX} files.`);
      if (problems[0] !== undefined) toast({ tone: 'bad', text: problems[0] });
      const added = good.slice(0, room).map((file) => {
        lastId.current += 1;
        return { id: lastId.current, file, previewUrl: isPicture(file) ? URL.createObjectURL(file) : null };
      });
      if (added.length > 0) change([...current.current, ...added]);
    },
    [change],
  );
  const remove = useCallback(
    (id: number) => {
      const gone = current.current.find((item) => item.id === id);
      if (gone !== undefined) revoke(gone);
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

function revoke({ previewUrl }: Attachment): void {
  if (previewUrl !== null) URL.revokeObjectURL(previewUrl);
}
