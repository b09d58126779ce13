import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from '../../api/agents.ts';
import { fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { decisionRulesQuery } from '../../api/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { CopiedCode } from '../../ui/copy-button.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, SwitchField, useInput } from '../../ui/fields.tsx';
import { SendForm } from '../../ui/form.tsx';
import { FactList, PagedList, Row, RowNote } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useAgent } from '../agents/agent-layout.tsx';
import { useWebhookTest, WebhookTestOutcome } from '../deliveries/agent-health.tsx';
import { AgentKeys, SecretRotation, SigningSecret } from './secrets.tsx';

export function SettingsPage() {
  const agent = useAgent();
  const { agent_id: agentId } = agent;
  return (
    <Page key={agentId} title="Settings" width="narrow">
      <NameForm agent={agent} />
      <WebhookSettings agent={agent} />
      <SigningSecret agent={agent} />
      {agent.kind === 'interactive' && <AgentFeatures agent={agent} />}
      <SecretRotation agent={agent} />
      <AgentKeys agent={agent} />
      <AlwaysAllowed agentId={agentId} />
      <DeleteAgent agent={agent} />
    </Page>
  );
}

function NameForm({ agent }: { agent: Agent }) {
  const input = useInput(agent.agent_name);
  const name = input.value.trim();
  const change = useAgentChange(agent.agent_id, 'The name is saved.');
  return (
    <Section title="Agent">
      <SendForm
        action="Save name"
        sending={change}
        fields={['agent_name']}
        isDisabled={name === '' || name === agent.agent_name}
        onSubmit={() => change.mutate({ agent_name: name })}
      >
        <Field
          label="Name"
          isRequired
          maxLength={100}
          error={fieldError(change.error, 'agent_name')}
          {...input}
        />
      </SendForm>
      <FactList
        className="small"
        facts={[
          ['Agent id', <CopiedCode key="id" text={agent.agent_id} what="agent id" />],
          ['Kind', agent.kind === 'interactive' ? 'Interactive' : 'Approvals only'],
          ['Created', <RelativeTime key="at" at={agent.created_at} />],
        ]}
      />
    </Section>
  );
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('delete', '/api/client/agents/{agent_id}', { path: { agent_id: agent.agent_id } });
    await navigate({ to: '/' });
    queries.removeQueries({ queryKey: ['agents', agent.agent_id] });
  };
  return (
    <Section title="Delete agent" description="Its connections are closed and its trigger URLs stop working.">
      <div>
        <ConfirmButton
          button={{ variant: 'danger', children: 'Delete this agent' }}
          title={said`Delete ${agent.agent_name}?`}
          action="Delete agent"
          onConfirm={remove}
          done={said`${agent.agent_name} is deleted.`}
          stale={[[]]}
        >
          <p>Its conversations, tasks, runs, files and events are deleted with it. This cannot be undone.</p>
        </ConfirmButton>
      </div>
    </Section>
  );
}

function WebhookSettings({ agent }: { agent: Agent }) {
  const [url, setUrl] = useState(agent.webhook_url ?? '');
  const saving = useAgentChange(agent.agent_id, 'The webhook is saved.');
  const pushing = useAgentChange(agent.agent_id, 'Saved.');
  const test = useWebhookTest(agent.agent_id);
  const wanted = url.trim();

  const edit = (text: string): void => {
    setUrl(text);
    saving.reset();
    test.reset();
  };
  return (
    <Section
      title="Webhook"
      description="While the agent is not connected, its events are sent here, signed, and retried for a while if that fails."
    >
      <SendForm
        action="Save webhook"
        variant="primary"
        sending={{ isPending: saving.isPending, error: saving.error ?? test.error }}
        fields={['webhook_url']}
        isDisabled={wanted === (agent.webhook_url ?? '')}
        onSubmit={() => saving.mutate({ webhook_url: wanted === '' ? null : wanted })}
        more={
          <Button isPending={test.isPending} isDisabled={wanted === ''} onPress={() => test.mutate(wanted)}>
            Test webhook
          </Button>
        }
      >
        <Field
          label="Webhook URL"
          type="url"
          placeholder="https://agent.example.com/events"
          hint="Leave empty for none. Events then wait until the agent connects or polls."
          isMonospace
          value={url}
          onChange={edit}
          error={fieldError(saving.error, 'webhook_url') ?? fieldError(test.error, 'webhook_url')}
        />
        {test.data !== undefined && <WebhookTestOutcome result={test.data} />}
      </SendForm>
      {agent.kind === 'interactive' && (
        <SwitchField
          label="Push triggers to the webhook"
          hint="A trigger that comes while the agent is offline waits until the agent connects or polls. With this on, it is also sent to the webhook."
          isSelected={agent.push_triggers_to_webhook}
          isDisabled={pushing.isPending}
          onChange={(isOn) => pushing.mutate({ push_triggers_to_webhook: isOn })}
        />
      )}
      <ErrorNotice error={pushing.error} />
    </Section>
  );
}

function AgentFeatures({ agent }: { agent: Agent }) {
  const change = useAgentChange(agent.agent_id, 'Saved.');
  return (
    <Section title="Optional events" description="Events that the agent gets only if you turn them on.">
      <SwitchField
        label="Send an event when a run is cancelled"
        hint="The agent gets the event run_cancelled. Turn this on if its program handles that event."
        isSelected={agent.features.includes('run_cancelled')}
        isDisabled={change.isPending}
        onChange={(isOn) => change.mutate({ features: isOn ? ['run_cancelled'] : [] })}
      />
      <ErrorNotice error={change.error} />
    </Section>
  );
}

function useAgentChange(agentId: string, done: string) {
  return useMutation({
    mutationFn: (body: Schemas['AgentChanges']) =>
      call('patch', '/api/client/agents/{agent_id}', { path: { agent_id: agentId }, body }),
    meta: { done, stale: [['agents']], answers: ['agents', agentId] },
  });
}

function AlwaysAllowed({ agentId }: { agentId: string }) {
  return (
    <Section
      title="Always allowed"
      description="Requests that match one of these rules are approved automatically."
    >
      <PagedList
        pages={useInfiniteQuery(decisionRulesQuery(agentId))}
        idOf={({ rule_id: id }) => id}
        none={
          <p className="muted small">No rules. To add one, tick “Always allow” when you approve a request.</p>
        }
        more="Show older rules"
      >
        {(rule) => <Rule rule={rule} />}
      </PagedList>
    </Section>
  );
}

function Rule({ rule }: { rule: Schemas['DecisionRule'] }) {
  const revocation = useMutation({
    mutationFn: () =>
      call('delete', '/api/client/decision-rules/{rule_id}', { path: { rule_id: rule.rule_id } }),
    meta: { done: 'The rule is revoked. The agent will ask again.', stale: [['decisions', 'rules']] },
  });
  return (
    <Row
      action={
        <Button size="small" aria-label={`Revoke ${visibleText(rule.pattern)}`} does={revocation}>
          Revoke
        </Button>
      }
    >
      <OutsideText text={rule.pattern} isCode />
      <RowNote>
        Allowed <RelativeTime at={rule.created_at} />
        {rule.expires_at !== null && said` · ends ${<RelativeTime at={rule.expires_at} />}`}
      </RowNote>
      <ErrorNotice error={revocation.error} />
    </Row>
  );
}
