import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { Agent } from '../../api/agents.ts';
import { decisionsOfAgentQuery, openDecisionsOfAgentQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';

export function ApprovalsOverview({ agent }: { agent: Agent }) {
  const open = useInfiniteQuery(openDecisionsOfAgentQuery(agent.agent_id));
  const all = useInfiniteQuery(decisionsOfAgentQuery(agent.agent_id));
  const missing = [open, all].find(({ data }) => data === undefined);
  const isReady = missing === undefined;
  const ended = (all.data?.pages.flat() ?? []).filter(({ status }) => status !== 'pending');
  const pending = open.data?.pages.flat() ?? [];
  return (
    <Page title="Approvals" description="This agent only asks for decisions." width="narrow">
      {missing && <Waiting query={missing} label="Loading decisions" />}
      {isReady && pending.length === 0 && ended.length === 0 && !all.hasNextPage && (
        <EmptyState icon={<ShieldCheck size={26} />} title="No requests yet">
          When <OutsideText text={agent.agent_name} /> needs your decision, it appears here and in the inbox.
        </EmptyState>
      )}
      {isReady && (
        <>
          <Cards decisions={pending} />
          <LoadMore pages={open} label="Show older open requests" />
          {!open.hasNextPage && (
            <>
              <Cards decisions={ended} />
              <LoadMore pages={all} label="Show older requests" />
            </>
          )}
        </>
      )}
    </Page>
  );
}

function Cards({ decisions }: { decisions: readonly Decision[] }) {
  return (
    <ItemList className="stack-3" items={decisions} idOf={({ decision_id: id }) => id}>
      {(decision) => (
        <li>
          <DecisionCard decision={decision} />
        </li>
      )}
    </ItemList>
  );
}
