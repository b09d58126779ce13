import { useQuery } from '@tanstack/react-query';
import { decisionQuery } from '../../api/decisions.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';
import styles from './decision-message.module.css';

/** A decision within the chat, to be answered there. */
export function DecisionMessage({
  decisionId,
  className,
}: {
  decisionId: string;
  className?: string | undefined;
}) {
  const { data, error, refetch } = useQuery(decisionQuery(decisionId));
  return (
    <div className={classNames(styles.decision, className)}>
      {data !== undefined && <DecisionCard decision={data} />}
      {data === undefined && error === null && <Loading label="Loading the decision" />}
      {data === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </div>
  );
}
