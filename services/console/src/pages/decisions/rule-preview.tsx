import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { rulePreviewQuery } from '../../api/decisions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import styles from './decision-card.module.css';

const SAMPLES_SHOWN_MAX = 5;

/** Says which of the agent's earlier requests a pattern would have approved, before it becomes a rule. */
export function RulePreview({ agentId, pattern }: { agentId: string; pattern: string }) {
  const settled = useDeferredValue(pattern);
  const { data, error } = useQuery({
    ...rulePreviewQuery(agentId, settled),
    placeholderData: (previous) => previous,
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (data === undefined || pattern === '') return null;
  return (
    <div role="status" className={styles.preview}>
      <p>
        Covers <strong>{data.count}</strong> of the {data.examined}{' '}
        {data.examined === 1 ? 'request' : 'requests'} so far
        {data.samples.length > 0 ? ':' : '.'}
      </p>
      <ul>
        {data.samples.slice(0, SAMPLES_SHOWN_MAX).map((sample) => (
          <li key={sample.decision_id}>
            <OutsideText text={sample.action} isCode /> <span className={styles.meta}>({sample.status})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
