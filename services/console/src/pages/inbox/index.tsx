import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { decisionHistoryQuery } from '../../api/decisions.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';
import { AskingAgent, OpenDecisions } from './open-decisions.tsx';

export function InboxPage() {
  const [selected, setSelected] = useState('open');
  return (
    <Page title="Inbox" description="Requests of your agents that need your decision." width="narrow">
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

function AnsweredDecisions() {
  const history = useInfiniteQuery(decisionHistoryQuery);
  if (history.data === undefined)
    return <Waiting query={history} label="Loading the decisions" title="Could not load the decisions." />;
  const answered = history.data.pages.flat().filter(({ status }) => status !== 'pending');
  if (answered.length === 0 && !history.hasNextPage) {
    return (
      <EmptyState icon={<History />} title="Nothing answered yet">
        Your answers appear here, with your notes.
      </EmptyState>
    );
  }
  return (
    <div className="stack-3">
      <ItemList className="stack-3" items={answered} idOf={({ decision_id: id }) => id}>
        {(decision) => (
          <li>
            <DecisionCard decision={decision} agentName={<AskingAgent decision={decision} />} />
          </li>
        )}
      </ItemList>
      <LoadMore pages={history} label="Show older decisions" />
    </div>
  );
}
