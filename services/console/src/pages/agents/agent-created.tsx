import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { agentQuery } from '../../api/agents.ts';
import type { AgentWithSecret } from '../../api/agents.ts';
import { publicBaseUrl } from '../../api/public-base-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AgentSecret } from './agent-secret.tsx';
import { agentSnippets } from './agent-snippets.ts';
import styles from './agent-created.module.css';

/** Shown after an agent was created: its secret, and programs that use it. Says when the first of them connects. */
export function AgentCreated({ agent }: { agent: AgentWithSecret }) {
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
            <Radio aria-hidden size={16} />
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
              <div className={styles.snippet}>
                <p className={styles.hint}>{hint}</p>
                <CodeBlock text={text} what={`${label} code`} />
              </div>
            ),
          }))}
        />
      </Section>
    </Page>
  );
}
