import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Waiting } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Row, RowList, RowNote } from '../../ui/row-list.tsx';

const WORDS: Record<Schemas['Retention']['kept'], string> = {
  messages: 'Messages and answered requests',
  files: 'Pictures and recordings',
  runs: 'Runs of tasks',
  events: 'Events of agents',
  attempts: 'Attempts to deliver events',
  audit_entries: 'Activity of your account',
  audit_addresses: 'Addresses in this activity',
};

export function Retention() {
  const query = useQuery(reading(['retention'], '/api/client/account/retention'));
  const { data = [] } = query;
  return (
    <Section
      title="How long data is kept"
      description="How long this installation keeps old data. What you delete is removed at once."
    >
      <Waiting query={query} />
      {data.length > 0 && (
        <RowList label="How long data is kept">
          {data.map(({ kept, days }) => (
            <Row key={kept} action={<RowNote>{periodOf(days)}</RowNote>}>
              {WORDS[kept]}
            </Row>
          ))}
        </RowList>
      )}
    </Section>
  );
}

function periodOf(days: number | null): string {
  if (days === null) return 'Until it is deleted';
  return days === 1 ? 'A day' : `${days.toLocaleString('en')} days`;
}
