import { useQuery } from '@tanstack/react-query';
import { quotasQuery } from '../../api/quotas.ts';
import type { AccountQuota } from '../../api/quotas.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { UsageList } from '../../ui/usage-list.tsx';

const WORDS: Record<AccountQuota['quota'], string> = {
  agents_per_user: 'Agents',
  conversations_per_user: 'Conversations',
  rules_per_user: 'Always-allow rules',
  media_bytes_per_user: 'Files',
};

/** How much the person has, and may have. */
export function Quotas() {
  const { data = [], error, refetch } = useQuery(quotasQuery);
  return (
    <Section title="Usage" description="What you have, and how much this installation allows you.">
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
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
