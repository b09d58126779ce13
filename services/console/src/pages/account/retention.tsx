import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { Section } from '../../ui/page.tsx';

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
  return (
    <Section
      title="How long data is kept"
      description="How long this installation keeps old data. What you delete is removed at once."
    >
      <Waiting query={query} />
      <ItemList label="How long data is kept" items={query.data} idOf={({ kept }) => kept}>
        {({ kept, days }) => <Row action={<RowNote>{periodOf(days)}</RowNote>}>{WORDS[kept]}</Row>}
      </ItemList>
    </Section>
  );
}

function periodOf(days: number | null): string {
  if (days === null) return 'Until it is deleted';
  return days === 1 ? 'A day' : `${days.toLocaleString('en')} days`;
}
