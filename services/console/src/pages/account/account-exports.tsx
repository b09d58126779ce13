import { useMutation, useQuery } from '@tanstack/react-query';
import { exportsQuery, isBeingMade } from '../../api/account.ts';
import type { AccountExport } from '../../api/account.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { ItemList } from '../../ui/lists.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './activity.module.css';

export function AccountExports() {
  const query = useQuery(exportsQuery);
  const { data: exports = [] } = query;
  const request = useMutation({
    mutationFn: () => call('post', '/api/client/account/exports'),
    meta: { stale: [exportsQuery.queryKey] },
  });
  const isMaking = exports.some(isBeingMade);
  return (
    <Section
      title="Your data"
      description="A zip file with everything that is stored about you: pictures and recordings as files, and messages, agents, tasks, events, decisions and your activity as JSON Lines. You can download it for a day."
    >
      <Waiting query={query} />
      <ItemList className="card-list" label="Exports" items={exports} idOf={({ export_id: id }) => id}>
        {(each) => <Export export={each} />}
      </ItemList>
      <ErrorNotice error={request.error} />
      <div>
        <Button isPending={request.isPending} isDisabled={isMaking} onPress={() => request.mutate()}>
          Export my data
        </Button>
      </div>
    </Section>
  );
}

function Export({ export: shown }: { export: AccountExport }) {
  return (
    <li className={styles.entry}>
      <div className="line narrowable" role="status">
        {stateWords(shown)}
      </div>
      {shown.state === 'ready' && (
        <div className="muted anywhere">
          <a href={`/api/client/account/exports/${shown.export_id}/file`} download>
            Download
          </a>
        </div>
      )}
      <div className={styles.from}>
        <RelativeTime at={shown.requested_at} />
      </div>
    </li>
  );
}

function stateWords({ state, lines, byte_length: bytes }: AccountExport): string {
  switch (state) {
    case 'pending':
      return 'Queued';
    case 'running':
      return `In progress: ${lines} lines so far`;
    case 'ready':
      return `Ready: ${lines} lines, ${Math.max(1, Math.round(bytes / 1024))} KiB`;
    case 'failed':
      return 'Failed';
  }
}
