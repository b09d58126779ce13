import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { openDecisionsQuery } from '../../api/decisions.ts';
import type { Decision } from '../../api/decisions.ts';
import { Contained } from '../../ui/contained.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/loading.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { toast } from '../../ui/toast.ts';
import { DecisionCard } from '../decisions/decision-card.tsx';
import { AskingAgent } from './asking-agent.tsx';
import { KeyHints } from './key-hints.tsx';
import { useCardWalk } from './use-card-walk.ts';
import styles from './inbox.module.css';

/** The open decisions of all agents, newest first. A person moves among them and answers them by keys or by pointer. */
export function OpenDecisions() {
  const pages = useInfiniteQuery(openDecisionsQuery);
  const { data, error, refetch } = pages;
  const decisions = useMemo(() => data?.pages.flat(), [data]);
  if (decisions === undefined) {
    if (error === null) return <Loading label="Loading the decisions" />;
    return <ErrorNotice error={error} title="Could not load the decisions." onRetry={() => void refetch()} />;
  }
  return <Walk decisions={decisions} more={<LoadMore pages={pages} label="Show older decisions" />} />;
}

function Walk({ decisions, more }: { decisions: readonly Decision[]; more: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const { isSettling, expectGone } = useCardWalk({
    region,
    decisions,
    onGone: (title) =>
      toast({
        text: (
          <>
            “<OutsideText text={title} />” needs you no more.
          </>
        ),
      }),
  });
  const onAnswered = (decision: Decision): void => {
    expectGone(decision.decision_id);
    toast({
      tone: 'good',
      text: (
        <>
          {WORDS[decision.status]}: <OutsideText text={decision.title} />
        </>
      ),
    });
  };
  return (
    <div ref={region} tabIndex={-1} className={styles.region}>
      {decisions.length === 0 ? (
        <EmptyState icon={<CheckCheck />} title="Nothing needs you">
          When an agent asks for a decision it appears here at once. What you have answered stands under
          “Answered”.
        </EmptyState>
      ) : (
        <>
          <KeyHints />
          <ul className={styles.list}>
            {decisions.map((decision) => (
              <li key={decision.decision_id} data-decision={decision.decision_id}>
                <Contained>
                  <DecisionCard
                    decision={decision}
                    agentName={<AskingAgent decision={decision} />}
                    keys={{ isSettling, onAnswered }}
                  />
                </Contained>
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<Decision['status'], string>> = {
  pending: 'Open',
  approved: 'Approved',
  rejected: 'Rejected',
  dismissed: 'Dismissed',
  cancelled: 'Withdrawn',
};
