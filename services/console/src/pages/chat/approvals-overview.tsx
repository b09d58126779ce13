import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { Agent } from '../../api/agents.ts';
import { agentDecisionsQuery } from '../../api/decisions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';
import styles from './approvals-overview.module.css';

/** Shown instead of the chat for an approval-only agent: its requests, the open ones first. */
export function ApprovalsOverview({ agent }: { agent: Agent }) {
  const { data: decisions, error, refetch } = useQuery(agentDecisionsQuery(agent.agent_id));
  const isOpen = ({ status }: { status: string }): boolean => status === 'pending';
  const sorted = decisions?.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <Page title="Approvals" description="This agent only asks for decisions." width="narrow">
      {sorted === undefined && error === null && <Loading label="Loading decisions" />}
      {sorted === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {sorted?.length === 0 && (
        <EmptyState icon={<ShieldCheck size={26} />} title="Nothing asked yet">
          When {agent.agent_name} needs your decision, it appears here and in the inbox.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {sorted?.map((decision) => (
          <li key={decision.decision_id}>
            <DecisionCard decision={decision} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
