import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Activity,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  Plug,
  RefreshCw,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { isPolling } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { sendMessage } from '../../api/conversations.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorNotice, toast } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration, relativeTime } from '../../ui/time-format.ts';
import { Polled } from '../agents/agent-layout.tsx';
import styles from './agent-health.module.css';

export function AgentHealth({ agent }: { agent: Agent }) {
  const webhookTest = useWebhookTest(agent.agent_id);
  const testEvent = useMutation({
    mutationFn: () => sendMessage(agent.agent_id, { text: TEST_TEXT, is_test: true }),
    meta: { done: 'Test message sent. It is in the archived conversations.' },
  });
  return (
    <section aria-label="Health" className="stack gap-3 framed rounded-lg pad-4">
      <ul className={styles.ways}>
        <Way
          icon={<Plug aria-hidden size={18} />}
          name="Connection"
          isGood={agent.online}
          text={connectionText(agent)}
        />
        <Way
          icon={<Webhook aria-hidden size={18} />}
          name="Webhook"
          isGood={agent.webhook_url !== null && agent.status !== 'error'}
          text={webhookText(agent)}
        />
        <Way
          icon={<RefreshCw aria-hidden size={18} />}
          name="Polling"
          isGood={isPolling(agent)}
          text={
            agent.last_polled_at === null ? 'The agent has not polled' : <Polled at={agent.last_polled_at} />
          }
        />
      </ul>
      {agent.status === 'error' && (
        <div className="flex gap-2 small pad-3 rounded soft-bad" role="alert">
          <CircleAlert aria-hidden size={18} />
          <div className="text">
            <strong>
              <OutsideText text={agent.status_reason ?? 'Deliveries fail'} />.
            </strong>{' '}
            Each event now gets one attempt
            {agent.webhook_breaker !== null && ', late'}, without retries. A delivery that succeeds, a
            connection or{' '}
            <Link to="/agents/$agentId/settings" params={{ agentId: agent.agent_id }}>
              a change of the settings
            </Link>{' '}
            ends this.
          </div>
        </div>
      )}
      {agent.webhook_breaker !== null && <Held agentId={agent.agent_id} breaker={agent.webhook_breaker} />}
      {webhookTest.data !== undefined && <WebhookTestOutcome result={webhookTest.data} />}
      <ErrorNotice error={webhookTest.error} />
      <ErrorNotice error={testEvent.error} />
      <div className="actions">
        {agent.kind === 'interactive' && (
          <Button icon={Activity} does={testEvent}>
            Send test message
          </Button>
        )}
        {agent.webhook_url !== null && (
          <Button icon={Webhook} does={webhookTest}>
            Test webhook
          </Button>
        )}
      </div>
    </section>
  );
}

const TEST_TEXT = 'This is a test message from the console. No answer is needed.';

function connectionText({ connections }: Agent): string {
  if (connections === 0) return 'Not connected';
  if (connections === 1) return 'Connected: events are pushed at once';
  return `Connected ${connections} times: the newest connection gets every event`;
}

function webhookText(agent: Agent): string {
  if (agent.webhook_url === null) return 'Not set: while the agent is offline, events wait';
  if (agent.consecutive_failures === 0) return agent.webhook_url;
  const { consecutive_failures: failures } = agent;
  return `${agent.webhook_url} · ${failures} failed ${failures === 1 ? 'delivery' : 'deliveries in a row'}`;
}

interface WayProps {
  icon: ReactNode;
  name: string;
  isGood: boolean;
  text: ReactNode;
}

function Way({ icon, name, isGood, text }: WayProps) {
  return (
    <li className="row gap-3 narrowable">
      <span className={classNames(styles.icon, isGood ? 'soft-good' : 'muted sunken')}>{icon}</span>
      <span className="grid narrowable">
        <span className="strong">{name}</span>
        <span className="muted small anywhere">
          {typeof text === 'string' ? <OutsideText text={text} /> : text}
        </span>
      </span>
    </li>
  );
}

type Breaker = NonNullable<Agent['webhook_breaker']>;

function Held({ agentId, breaker }: { agentId: string; breaker: Breaker }) {
  const probe = useMutation({
    mutationFn: () =>
      call('post', '/api/client/agents/{agent_id}/webhook/probe', { path: { agent_id: agentId } }),
    onSuccess: ({ is_due: isDue }) =>
      toast(
        isDue
          ? { tone: 'good', text: 'Trying the next event.' }
          : { tone: 'neutral', text: 'Nothing is held back.' },
      ),
    meta: { stale: [['agents']] },
  });
  const { attempts, failures, held_events: held, next_probe_at: nextAt } = breaker;
  const facts = [
    ['Since', <RelativeTime key="since" at={breaker.opened_at} />],
    ['Held events', held === HELD_COUNTED_MAX ? `${HELD_COUNTED_MAX} or more` : held],
    ['Tries', breaker.probes],
    ['Next try', held === 0 ? 'with the next event' : <NextTry key="next" at={nextAt} />],
  ] as const;
  const share = attempts === 0 ? 100 : Math.round((100 * failures) / attempts);
  return (
    <div role="status" className="flex gap-2 small pad-3 rounded sunken">
      <CirclePause aria-hidden size={18} className="warn" />
      <div className="stack gap-2 narrowable">
        <div>
          <strong>Deliveries to the webhook are held back.</strong> {share}% of the last {attempts} attempts
          failed.
        </div>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div>
          Each try sends the oldest held event. If the webhook accepts it, the others follow; otherwise that
          event has failed, and can be sent again.
        </div>
        <div>
          <Button size="small" does={probe}>
            Try now
          </Button>
        </div>
        <ErrorNotice error={probe.error} />
      </div>
    </div>
  );
}

/** Read anew every few seconds, so it needs no clock of its own. */
function NextTry({ at }: { at: string }) {
  const now = new Date();
  const isSoon = new Date(at).getTime() - now.getTime() < SOON_MS;
  return <time dateTime={at}>{isSoon ? 'within a minute' : relativeTime(new Date(at), now)}</time>;
}

const SOON_MS = 60_000;

/** The service counts no further. */
const HELD_COUNTED_MAX = 1_000;

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
      <div className="stack gap-2px narrowable">
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
