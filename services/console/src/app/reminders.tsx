import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openDecisionsQuery } from '../api/decisions.ts';
import { OutsideText } from '../ui/outside-text.tsx';
import { toast } from '../ui/toast.ts';

/** Tells, on whatever page the person is, of an open request at half of its time. The mark in its card stays. */
export function Reminders() {
  const { data: open } = useInfiniteQuery(openDecisionsQuery);
  /** Those that were known without a reminder. Others are marked, and not told of: they were there when the app was opened, or are old. */
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (open === undefined) return;
    const decisions = open.pages.flat();
    for (const { decision_id: id, title, reminded_at: at } of decisions)
      if (at !== undefined && known.current.has(id))
        toast({
          text: (
            <>
              “<OutsideText text={title} />” still needs you. Half of its time is over.
            </>
          ),
        });
    const quiet = decisions.filter(({ reminded_at: at }) => at === undefined);
    known.current = new Set(quiet.map(({ decision_id: id }) => id));
  }, [open]);
  return null;
}
