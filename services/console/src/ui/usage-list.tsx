import styles from './usage-list.module.css';

/** How much there is of something, and how much there may be. */
export interface Usage {
  id: string;
  /** Such as `Agents`. */
  label: string;
  used: number;
  /** `null` is as much as one likes. */
  allowed: number | null;
  /** How an amount is written. Default: a number with separators. */
  write?: (amount: number) => string;
}

/** What is used of what is allowed, a row for each, with a bar where there is a bound. */
export function UsageList({ label, rows }: { label: string; rows: readonly Usage[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <UsageRow key={row.id} {...row} />
      ))}
    </ul>
  );
}

function UsageRow({ label, used, allowed, write = (amount) => amount.toLocaleString('en') }: Usage) {
  const words = allowed === null ? `${write(used)}, no limit` : `${write(used)} of ${write(allowed)}`;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span>{label}</span>
        <span className={styles.amount}>{words}</span>
      </div>
      {allowed !== null && (
        <meter
          className={styles.bar}
          aria-label={label}
          aria-valuetext={words}
          min={0}
          max={allowed}
          high={allowed * NEARLY}
          optimum={0}
          value={Math.min(used, allowed)}
        />
      )}
    </li>
  );
}

/** From this part on, the bar says that there is not much left. */
const NEARLY = 0.9;
