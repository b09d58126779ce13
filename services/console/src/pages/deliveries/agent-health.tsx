import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, CircleAlert, Plug, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Agent } from '../../api/agents.ts';
import { sendMessage } from '../../api/conversations.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { toast } from '../../ui/toast.ts';
import { WebhookBreaker } from './webhook-breaker.tsx';
import { useWebhookTest, WebhookTestOutcome } from './webhook-test.tsx';
import styles from './agent-health.module.css';

/** Whether events reach the agent now, by which channel, and a test of both channels. */
export function AgentHealth({ agent }: { agent: Agent }) {
  const webhookTest = useWebhookTest(agent.agent_id);
  const testEvent = useMutation({
    mutationFn: () => sendMessage(agent.agent_id, { text: TEST_TEXT }),
    onSuccess: () =>
      toast({ tone: 'good', text: 'A test message is on its way. It stands below and in the chat.' }),
  });
  const isHeldBack = agent.webhook_breaker?.state === 'open';
  return (
    <section aria-label="Health" className={styles.health}>
      <ul className={styles.ways}>
        <Way
          icon={<Plug aria-hidden size={18} />}
          name="Connection"
          isGood={agent.online}
          text={agent.online ? 'Connected: events are pushed at once' : 'Not connected'}
        />
        <Way
          icon={<Webhook aria-hidden size={18} />}
          name="Webhook"
          isGood={agent.webhook_url !== null && agent.status !== 'error'}
          text={webhookText(agent)}
        />
      </ul>
      {agent.status === 'error' && (
        <div className={styles.trouble} role="alert">
          <CircleAlert aria-hidden size={18} />
          <div>
            <strong>
              <OutsideText text={agent.status_reason ?? 'Deliveries fail'} />.
            </strong>{' '}
            Each event now gets one attempt
            {isHeldBack && ', late'}, without retries. A delivery that succeeds, a connection or{' '}
            <Link to="/agents/$agentId/settings" params={{ agentId: agent.agent_id }}>
              a change of the settings
            </Link>{' '}
            ends this.
          </div>
        </div>
      )}
      {agent.webhook_breaker !== null && (
        <WebhookBreaker agentId={agent.agent_id} breaker={agent.webhook_breaker} />
      )}
      {webhookTest.data !== undefined && <WebhookTestOutcome result={webhookTest.data} />}
      {[webhookTest.error, testEvent.error].map(
        (error, index) => error !== null && <ErrorNotice key={index} error={error} />,
      )}
      <div className={styles.actions}>
        {agent.kind === 'interactive' && (
          <Button
            icon={<Activity aria-hidden size={16} />}
            isPending={testEvent.isPending}
            onPress={() => testEvent.mutate()}
          >
            Send a test event
          </Button>
        )}
        {agent.webhook_url !== null && (
          <Button
            icon={<Webhook aria-hidden size={16} />}
            isPending={webhookTest.isPending}
            onPress={() => webhookTest.mutate(undefined)}
          >
            Test the webhook
          </Button>
        )}
      </div>
    </section>
  );
}

const TEST_TEXT = 'This is a test event from the console. No answer is needed.';

function webhookText(agent: Agent): string {
  if (agent.webhook_url === null) return 'None: without a connection, events wait';
  if (agent.consecutive_failures === 0) return agent.webhook_url;
  const { consecutive_failures: failures } = agent;
  return `${agent.webhook_url} · ${failures} failed ${failures === 1 ? 'delivery' : 'deliveries in a row'}`;
}

interface WayProps {
  icon: ReactNode;
  name: string;
  isGood: boolean;
  text: string;
}

function Way({ icon, name, isGood, text }: WayProps) {
  return (
    <li className={styles.way}>
      <span className={classNames(styles.icon, isGood && styles.good)}>{icon}</span>
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span>
        <span className={styles.text}>
          <OutsideText text={text} />
        </span>
      </span>
    </li>
  );
}
