import { useQuery } from '@tanstack/react-query';
import { quotasQuery } from '../../api/account.ts';
import type { AccountQuota } from '../../api/account.ts';
import { Waiting } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './quotas.module.css';

const WORDS: Record<AccountQuota['quota'], string> = {
  agents_per_user: 'Agents',
  conversations_per_user: 'Conversations',
  rules_per_user: 'Always-allow rules',
  media_bytes_per_user: 'Files',
};

/** How much the person has, and may have. */
export function Quotas() {
  const query = useQuery(quotasQuery);
  const { data = [] } = query;
  return (
    <Section title="Usage" description="What you have, and how much this installation allows you.">
      <Waiting query={query} />
      {data.length > 0 && (
        <UsageList
          label="Usage"
          rows={data.map(({ quota, ...usage }) => ({
            ...{ id: quota, label: WORDS[quota], ...usage },
            ...(quota === 'media_bytes_per_user' && { write: mebibytes }),
          }))}
        />
      )}
    </Section>
  );
}

/** One byte shows already that there is something. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
}

/** How much there is of something, and how much there may be. */
interface Usage {
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
function UsageList({ label, rows }: { label: string; rows: readonly Usage[] }) {
  return (
    <ul className="stack-3" aria-label={label}>
      {rows.map((row) => (
        <UsageRow key={row.id} {...row} />
      ))}
    </ul>
  );
}

function UsageRow({ label, used, allowed, write = (amount) => amount.toLocaleString('en') }: Usage) {
  const words = allowed === null ? `${write(used)}, no limit` : `${write(used)} of ${write(allowed)}`;
  return (
    <li className="stack-1">
      <div className={styles.words}>
        <span>{label}</span>
        <span className="muted figures">{words}</span>
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
