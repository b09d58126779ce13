import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { ItemList } from '../../ui/lists.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { Section } from '../../ui/page.tsx';

type AccountQuota = Schemas['AccountQuota'];

const WORDS: Record<AccountQuota['quota'], string> = {
  agents_per_user: 'Agents',
  conversations_per_user: 'Conversations',
  rules_per_user: 'Always-allow rules',
  media_bytes_per_user: 'Files',
};

export function Quotas() {
  // Nothing tells the console of each thing that counts.
  const query = useQuery({ ...reading(['quotas'], '/api/client/account/quotas'), staleTime: 0 });
  return (
    <Section title="Usage" description="What you use, and what this installation allows.">
      <Waiting query={query} />
      <ItemList className="stack-3" label="Usage" items={query.data} idOf={({ quota }) => quota}>
        {(quota) => <Usage {...quota} />}
      </ItemList>
    </Section>
  );
}

function Usage({ quota, used, allowed }: AccountQuota) {
  const label = WORDS[quota];
  const write =
    quota === 'media_bytes_per_user' ? mebibytes : (amount: number) => amount.toLocaleString('en');
  const words = allowed === null ? `${write(used)}, no limit` : `${write(used)} of ${write(allowed)}`;
  return (
    <li className="stack-1">
      <div className="line spread">
        <span>{label}</span>
        <span className="muted figures">{words}</span>
      </div>
      {allowed !== null && (
        <meter
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

/** One byte shows already that there is something. */
function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
}

/** From this part on, the bar says that there is not much left. */
const NEARLY = 0.9;
