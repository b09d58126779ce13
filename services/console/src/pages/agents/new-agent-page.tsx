import { useMutation, useQuery } from '@tanstack/react-query';
import { RadioIcon } from 'lucide-react';
import { useState } from 'react';
import { agentQuery, agentsQuery, createAgent } from '../../api/agents.ts';
import type { AgentWithSecret } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { publicBaseUrl } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AgentSecret } from './agent-secret.tsx';
import { agentSnippets } from './agent-snippets.ts';
import styles from './new-agent-page.module.css';

type Kind = 'interactive' | 'approval-only';

const KINDS: readonly { id: Kind; name: string; text: string }[] = [
  { id: 'interactive', name: 'Interactive', text: 'Chats with you, runs tasks, and asks for decisions.' },
  {
    id: 'approval-only',
    name: 'Approvals only',
    text: 'Only asks for decisions. It cannot chat or run tasks.',
  },
];

/** Creates an agent, and then shows its secret instead of the form. */
export function NewAgentPage() {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('interactive');
  const [webhookUrl, setWebhookUrl] = useState('');
  const creation = useMutation({
    mutationFn: createAgent,
    meta: { stale: [agentsQuery.queryKey] },
  });
  if (creation.data !== undefined) return <AgentCreated agent={creation.data} />;

  const refusal = creation.error instanceof ApiError ? creation.error : null;
  const webhookError = refusal?.messageFor('webhook_url');
  const nameError = refusal?.messageFor('agent_name');
  return (
    <Page
      title="New agent"
      description="An agent is a program of yours that talks to you through this service."
      width="narrow"
    >
      <Section title="What is it?">
        <Form
          className="stack-5"
          onSubmit={() => {
            const url = webhookUrl.trim();
            creation.mutate({ agent_name: name.trim(), kind, ...(url !== '' && { webhook_url: url }) });
          }}
        >
          <Field
            label="Name"
            placeholder="Mailbox"
            isRequired
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
            error={nameError}
          />
          <ChoiceField label="Kind" choices={KINDS} value={kind} onChange={setKind} />
          <Field
            label="Webhook URL (optional)"
            type="url"
            placeholder="https://agent.example.com/events"
            hint="Where events go while the agent is not connected. You can set it later."
            isMonospace
            value={webhookUrl}
            onChange={setWebhookUrl}
            error={webhookError}
          />
          {creation.isError && webhookError === undefined && nameError === undefined && (
            <ErrorNotice error={creation.error} />
          )}
          <div className={styles.actions}>
            <ButtonLink to="/">Cancel</ButtonLink>
            <Button
              type="submit"
              variant="primary"
              isPending={creation.isPending}
              isDisabled={name.trim() === ''}
            >
              Create agent
            </Button>
          </div>
        </Form>
      </Section>
    </Page>
  );
}

/** Shown after an agent was created: its secret, and programs that use it. Says when the first of them connects. */
function AgentCreated({ agent }: { agent: AgentWithSecret }) {
  const { agent_id: agentId, agent_name: name, secret, kind } = agent;
  const { data: current } = useQuery(agentQuery(agentId));
  const snippets = agentSnippets({ agentId, secret, baseUrl: publicBaseUrl() }, kind);
  const isOnline = current?.online === true;
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
      <Section title="Its secret">
        <AgentSecret agentId={agentId} secret={secret} />
      </Section>
      <Section
        title="Connect it"
        description="Paste one of these as it is; the secret is in it."
        actions={
          <span role="status" className={styles.state}>
            <RadioIcon aria-hidden size={16} />
            <Badge tone={isOnline ? 'good' : 'neutral'}>{isOnline ? 'Connected' : 'Waiting for it'}</Badge>
          </span>
        }
      >
        <Tabs
          label="Language"
          items={snippets.map(({ id, label, hint, text }) => ({
            id,
            label,
            content: (
              <div className="stack-2">
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
