import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { CopiedCode } from '../../ui/copy-button.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/feedback.tsx';
import { FactList } from '../../ui/lists.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { SendForm } from '../../ui/form.tsx';
import { said } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AgentFeatures } from './agent-features.tsx';
import { AgentKeys } from './agent-keys.tsx';
import { AlwaysAllowed } from './always-allowed.tsx';
import { SecretRotation, SigningSecret } from './secret-rotation.tsx';
import { useAgentChange } from './use-agent-change.ts';
import { WebhookSettings } from './webhook-settings.tsx';

export function SettingsPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/settings' });
  const { data: agent } = useQuery(agentQuery(agentId));
  // The frame around this page shows a failure to load the agent.
  if (agent === undefined) return <Loading />;
  return (
    <Page title="Settings" width="narrow">
      <NameForm key={`name-${agentId}`} agent={agent} />
      <WebhookSettings key={`webhook-${agentId}`} agent={agent} />
      <SigningSecret key={`signing-${agentId}`} agent={agent} />
      {agent.kind === 'interactive' && <AgentFeatures key={`features-${agentId}`} agent={agent} />}
      <SecretRotation key={`secret-${agentId}`} agent={agent} />
      <AgentKeys key={`keys-${agentId}`} agent={agent} />
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
