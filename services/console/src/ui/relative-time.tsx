import { useEffect, useState } from 'react';
import { fullTime, relativeTime } from './time-format.ts';

const REFRESH_MS = 30_000;

export function RelativeTime({ at, className }: { at: string; className?: string | undefined }) {
  const now = useNow();
  const moment = new Date(at);
  // A moment after the last refresh is not in the future.
  const seenAt = moment > now && moment.getTime() - now.getTime() < REFRESH_MS ? moment : now;
  return (
    <time dateTime={at} title={fullTime(moment)} className={className}>
      {relativeTime(moment, seenAt)}
    </time>
  );
}

export function useNow(everyMs = REFRESH_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
