import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { fullTime, relativeTime } from '../../ui/time-format.ts';
import styles from './expiry.module.css';

/** From here on it is time to look, in milliseconds. */
const SOON_MS = 10 * 60_000;
/** From here on seconds count, in milliseconds. */
const SECONDS_FROM_MS = 90_000;
const REFRESH_MS = 15_000;

/** How long a decision can still be answered; in the last minute by the second. */
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
