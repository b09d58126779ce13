import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { classNames } from '../../ui/class-names.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { duration } from '../../ui/time-format.ts';
import styles from './webhook-test.module.css';

/** A test of the agent's webhook, or of the address that `mutate` is given. */
export function useWebhookTest(agentId: string) {
  return useMutation({
    mutationFn: (webhook_url: string | undefined) =>
      call('post', '/api/client/agents/{agent_id}/webhook/test', {
        path: { agent_id: agentId },
        body: { webhook_url },
      }),
  });
}

export function WebhookTestOutcome({ result }: { result: Schemas['WebhookTestResult'] }) {
  const { delivered, status_code: status, error, response, duration_ms: durationMs } = result;
  const answer = status === null ? 'No answer' : `It answered ${status}`;
  return (
    <div
      role="status"
      className={classNames('flex gap-3 small pad-3 rounded', delivered ? 'soft-good' : 'soft-bad')}
    >
      {delivered ? <CircleCheck aria-hidden size={18} /> : <CircleX aria-hidden size={18} />}
      <div className="stack-tight narrowable">
        <strong>{delivered ? 'The webhook works.' : 'The test failed.'}</strong>
        <span>
          {status === null && error !== null ? <OutsideText text={error} /> : answer} · {duration(durationMs)}
        </span>
        {response !== null && response !== '' && (
          <pre className={styles.response} role="region" aria-label="What it answered" tabIndex={0}>
            <OutsideText text={response} isProse />
          </pre>
        )}
      </div>
    </div>
  );
}
