import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { fileProblem, FILES_MAX, isHeic, isPicture, isTooLarge, scaledPhoto } from './attached-file.ts';

export interface Attachment {
  id: number;
  file: File;
  /** A `blob:` URL of a picture, valid until it is removed or passed on; `null` of any other file. */
  previewUrl: string | null;
}

export interface Attachments {
  items: readonly Attachment[];
  /** Photos are being scaled down, and come when they are. */
  isScaling: boolean;
  add: (files: readonly File[]) => Promise<void>;
  remove: (id: number) => void;
  /** Passes all files on. From then on the receiver has to revoke their URLs. */
  take: () => Attachment[];
}

/** Large photos are scaled down. A file that cannot be sent is refused at once, with a reason. */
export function useAttachments(): Attachments {
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const current = useRef(items);
  const lastId = useRef(0);
  const isGone = useRef(false);
  const [scaling, setScaling] = useState(0);

  const change = useCallback((next: readonly Attachment[]) => {
    current.current = next;
    setItems(next);
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      current.current.forEach(revoke);
    };
  }, []);

  const addOne = useCallback(
    (file: File): string | null => {
      const problem = fileProblem(file);
      if (problem !== null || isGone.current) return problem;
      if (current.current.length >= FILES_MAX) return `A message can have at most ${FILES_MAX} files.`;
      lastId.current += 1;
      const previewUrl = isPicture(file) ? URL.createObjectURL(file) : null;
      change([...current.current, { id: lastId.current, file, previewUrl }]);
      return isHeic(file)
        ? `“${visibleText(file.name)}” is HEIC, which this browser cannot show. It is sent as a file.`
        : null;
    },
    [change],
  );
  const add = useCallback(
    async (files: readonly File[]) => {
      const problems: (string | null)[] = [];
      // One after another: each takes as much memory as it has pixels.
      for (const file of files) {
        if (!(await isTooLarge(file))) {
          problems.push(addOne(file));
          continue;
        }
        setScaling((count) => count + 1);
        problems.push(addOne(await scaledPhoto(file)));
        setScaling((count) => count - 1);
      }
      const problem = problems.find((each) => each !== null);
      if (problem != null) toast({ tone: 'bad', text: problem });
    },
    [addOne],
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
  return { items, isScaling: scaling > 0, add, remove, take };
}

function revoke({ previewUrl }: Attachment): void {
  if (previewUrl !== null) URL.revokeObjectURL(previewUrl);
}
