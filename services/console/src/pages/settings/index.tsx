import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentFeatures } from './agent-features.tsx';
import { AgentKeys } from './agent-keys.tsx';
import { AlwaysAllowed } from './always-allowed.tsx';
import { DeleteAgent } from './delete-agent.tsx';
import { NameForm } from './name-form.tsx';
import { SecretRotation } from './secret-rotation.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

/** The settings of an agent. */
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
