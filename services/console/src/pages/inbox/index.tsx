import { useState } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnsweredDecisions } from './answered-decisions.tsx';
import { OpenDecisions } from './open-decisions.tsx';

/** The open requests of the agents, and those that were answered. */
export function InboxPage() {
  const [selected, setSelected] = useState('open');
  return (
    <Page title="Inbox" description="What your agents may only do with your answer." width="narrow">
      <Tabs
        label="Decisions"
        selected={selected}
        onSelect={setSelected}
        items={[
          { id: 'open', label: 'Open', content: <OpenDecisions /> },
          { id: 'answered', label: 'Answered', content: <AnsweredDecisions /> },
        ]}
      />
    </Page>
  );
}
