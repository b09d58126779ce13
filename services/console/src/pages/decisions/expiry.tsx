import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { fullTime, relativeTime } from '../../ui/time-format.ts';
import styles from './expiry.module.css';

/** Less time than this is shown as urgent, in milliseconds. */
const SOON_MS = 10 * 60_000;
/** Less time than this is shown in seconds, in milliseconds. */
const SECONDS_FROM_MS = 90_000;
const REFRESH_MS = 15_000;

/** How long a decision can still be answered. The last minute is counted in seconds. */
export function Expiry({ at }: { at: string }) {
  const moment = new Date(at);
  const [now, setNow] = useState(() => new Date());
  const leftMs = moment.getTime() - now.getTime();
  const isTicking = leftMs < SECONDS_FROM_MS;
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), isTicking ? 1_000 : REFRESH_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return (
    <time dateTime={at} title={fullTime(moment)} className={classNames(leftMs < SOON_MS && styles.soon)}>
      {words(moment, now)}
    </time>
  );
}

function words(moment: Date, now: Date): string {
  const leftMs = moment.getTime() - now.getTime();
  if (leftMs <= 0) return 'expiring now';
  if (leftMs < SECONDS_FROM_MS) return `expires in ${Math.ceil(leftMs / 1_000)} s`;
  return `expires ${relativeTime(moment, now)}`;
}
