import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { decisionHistoryQuery } from '../../api/decisions.ts';
import { Contained } from '../../ui/contained.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';
import { AskingAgent } from './asking-agent.tsx';
import styles from './inbox.module.css';

/** Answered requests, with who answered and how, the newest request first. */
export function AnsweredDecisions() {
  const history = useInfiniteQuery(decisionHistoryQuery);
  if (history.data === undefined) {
    if (history.error === null) return <Loading label="Loading the decisions" />;
    return (
      <ErrorNotice
        error={history.error}
        title="Could not load the decisions."
        onRetry={() => void history.refetch()}
      />
    );
  }
  const answered = history.data.pages.flat().filter(({ status }) => status !== 'pending');
  if (answered.length === 0 && !history.hasNextPage) {
    return (
      <EmptyState icon={<History />} title="Nothing answered yet">
        What you approve, reject or dismiss stands here afterwards, with your note.
      </EmptyState>
    );
  }
  return (
    <div className={styles.region}>
      <ul className={styles.list}>
        {answered.map((decision) => (
          <li key={decision.decision_id}>
            <Contained>
              <DecisionCard decision={decision} agentName={<AskingAgent decision={decision} />} />
            </Contained>
          </li>
        ))}
      </ul>
      <LoadMore pages={history} label="Show older decisions" />
    </div>
  );
}
