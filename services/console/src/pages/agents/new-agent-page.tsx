import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { RadioIcon } from 'lucide-react';
import { agentQuery, agentsQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { fieldError } from '../../api/api-error.ts';
import { call, publicBaseUrl } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { conversationPagesQuery, messagesQuery } from '../../api/conversations.ts';
import { decisionsOfAgentQuery } from '../../api/decisions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { ChoiceField, Field, useInput } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Page, Section, Tabs } from '../../ui/page.tsx';
import { AgentSecret } from '../settings/secrets.tsx';
import { agentSnippets } from './agent-snippets.ts';

type Kind = 'interactive' | 'approval-only';

const KINDS: readonly { id: Kind; name: string; text: string }[] = [
  { id: 'interactive', name: 'Interactive', text: 'Chats with you, runs tasks, and asks for decisions.' },
  {
    id: 'approval-only',
    name: 'Approvals only',
    text: 'Only asks for decisions. It cannot chat or run tasks.',
  },
];

/** The address names the agent, so that a reload shows it again, without the secret. */
export function NewAgentPage() {
  const { created } = useSearch({ from: '/inside/agents/new' });
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: (body: Schemas['NewAgent']) => call('post', '/api/client/agents', { body }),
    onSuccess: ({ agent_id: id }) => navigate({ to: '/agents/new', search: { created: id }, replace: true }),
    meta: { stale: [agentsQuery.queryKey] },
  });
  const agent = useQuery({ ...agentQuery(created ?? ''), enabled: created !== undefined });
  if (created === undefined) return <NewAgentForm creation={creation} />;
  if (agent.data === undefined) return <Waiting query={agent} label="Loading the agent" />;
  const secret = creation.data?.agent_id === created ? creation.data.secret : null;
  return <AgentCreated key={created} agent={agent.data} secret={secret} />;
}

type Creation = UseMutationResult<Schemas['AgentWithSecret'], Error, Schemas['NewAgent']>;

function NewAgentForm({ creation }: { creation: Creation }) {
  const name = useInput('');
  const kind = useInput<Kind>('interactive');
  const webhook = useInput('');
  const webhookError = fieldError(creation.error, 'webhook_url');
  const nameError = fieldError(creation.error, 'agent_name');
  return (
    <Page
      title="New agent"
      description="An agent is your program that talks to you through this service."
      width="narrow"
    >
      <Section title="Details">
        <Form
          className="stack gap-5"
          onSubmit={() => {
            const webhook_url = webhook.value.trim() || undefined;
            creation.mutate({ agent_name: name.value.trim(), kind: kind.value, webhook_url });
          }}
        >
          <Field
            label="Name"
            placeholder="Mailbox"
            isRequired
            autoFocus
            maxLength={100}
            error={nameError}
            {...name}
          />
          <ChoiceField label="Kind" choices={KINDS} {...kind} />
          <Field
            label="Webhook URL (optional)"
            type="url"
            placeholder="https://agent.example.com/events"
            hint="Where events go while the agent is not connected. You can set it later."
            isMonospace
            error={webhookError}
            {...webhook}
          />
          {webhookError === undefined && nameError === undefined && <ErrorNotice error={creation.error} />}
          <div className="actions to-end">
            <ButtonLink to="/">Cancel</ButtonLink>
            <Button
              type="submit"
              variant="primary"
              isPending={creation.isPending}
              isDisabled={name.value.trim() === ''}
            >
              Create agent
            </Button>
          </div>
        </Form>
      </Section>
    </Page>
  );
}

/** Stands in a program for a secret that is not known any more. */
const NO_SECRET = 'svc_…';

/** Its secret, and programs that use it. Says when the first of them has reached the service. */
function AgentCreated({ agent, secret }: { agent: Agent; secret: string | null }) {
  const { agent_id: agentId, agent_name: name, kind } = agent;
  const state = useFirstSign(agent);
  const snippets = agentSnippets({ agentId, secret: secret ?? NO_SECRET, baseUrl: publicBaseUrl() }, kind);
  return (
    <Page
      title={`${name} is ready`}
      width="narrow"
      actions={
        <ButtonLink to="/agents/$agentId" params={{ agentId }} variant="primary">
          {kind === 'interactive' ? 'Open the chat' : 'Open the agent'}
        </ButtonLink>
      }
    >
      <Section title="Secret">
        {secret === null ? (
          <p>
            The secret was shown once. If you did not copy it, create a new one in the{' '}
            <Link to="/agents/$agentId/settings" params={{ agentId }}>
              settings
            </Link>
            .
          </p>
        ) : (
          <AgentSecret agentId={agentId} secret={secret} />
        )}
      </Section>
      <Section
        title="Connect your program"
        description={
          secret === null ? `Replace ${NO_SECRET} with the secret.` : 'The secret is already filled in.'
        }
        actions={
          <span role="status" className="row muted gap-1">
            <RadioIcon aria-hidden size={16} />
            <Badge tone={state === null ? 'neutral' : 'good'}>{state ?? 'Not connected yet'}</Badge>
          </span>
        }
      >
        <Tabs
          label="Language"
          items={snippets.map(({ id, label, hint, text }) => ({
            id,
            label,
            content: (
              <div className="stack gap-2">
                <p className="muted small">{hint}</p>
                <CodeBlock text={text} what={`${label} code`} />
              </div>
            ),
          }))}
        />
      </Section>
    </Page>
  );
}

/** By what the service knows that a program of the agent has reached it; `null` while none has. */
function useFirstSign({ agent_id: agentId, online, last_polled_at: polledAt }: Agent): string | null {
  const { data: conversations } = useInfiniteQuery(conversationPagesQuery(agentId));
  const newest = conversations?.pages[0]?.[0]?.id;
  const { data: messages } = useInfiniteQuery({
    ...messagesQuery(newest ?? ''),
    enabled: newest !== undefined,
  });
  const { data: decisions } = useInfiniteQuery(decisionsOfAgentQuery(agentId));
  if (online) return 'Connected';
  if (polledAt !== null) return 'Polls';
  if (messages?.pages.flat().some(({ sender }) => sender === 'agent') === true) return 'Message received';
  return (decisions?.pages.flat().length ?? 0) > 0 ? 'Request received' : null;
}
