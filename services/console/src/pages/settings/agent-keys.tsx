import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentKeysQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { Section } from '../../ui/page.tsx';
import { AgentSecret } from '../agents/agent-secret.tsx';
import { KeyList } from '../keys/key-list.tsx';
import { NewKeyDialog } from '../keys/new-key-dialog.tsx';

export function AgentKeys({ agent }: { agent: Agent }) {
  const { agent_id: agentId } = agent;
  const { queryKey } = agentKeysQuery(agentId);
  const query = useQuery(agentKeysQuery(agentId));
  const { data: keys } = query;
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      title="Keys"
      description="Programs can use a key instead of the secret. A key allows only what you choose, and can be revoked on its own."
      actions={<Button onPress={() => setMaking(true)}>New key</Button>}
    >
      <Waiting query={query} />
      <KeyList
        keys={keys}
        none="No keys. The secret allows everything."
        scopesOf={({ scopes }) => scopes.map((scope) => SCOPE_NAMES[scope].name).join(', ')}
        revoke={({ key_id }) =>
          call('delete', '/api/client/agents/{agent_id}/keys/{key_id}', {
            path: { agent_id: agentId, key_id },
          })
        }
        stale={[queryKey]}
      />
      <NewKeyDialog
        scopes={scopesFor(agent.kind).map((id) => ({ id, ...SCOPE_NAMES[id] }))}
        mayLastForever
        namePlaceholder="Mail server"
        make={({ name, scopes, expiresInSeconds: expires_in_seconds }) =>
          call('post', '/api/client/agents/{agent_id}/keys', {
            path: { agent_id: agentId },
            body: { name, scopes, expires_in_seconds },
          })
        }
        stale={[queryKey]}
        shown={(made) => <AgentSecret agentId={agentId} secret={made.secret} what="key" />}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
      />
    </Section>
  );
}

type AgentScope = Schemas['AgentScope'];

const SCOPE_NAMES: Record<AgentScope, { name: string; hint: string }> = {
  messages: { name: 'Messages', hint: 'send to the chat and read it' },
  tasks: { name: 'Tasks', hint: 'create and change tasks, work on their runs' },
  decisions: { name: 'Decisions', hint: 'ask for decisions and read the answers' },
  events: { name: 'Events', hint: 'connect, and read what happened' },
  read: { name: 'Reading', hint: 'see messages, tasks and decisions, and change nothing' },
};

/** The scopes that open something for an agent of this kind. */
function scopesFor(kind: Agent['kind']): AgentScope[] {
  return kind === 'interactive'
    ? ['messages', 'tasks', 'decisions', 'events', 'read']
    : ['decisions', 'events', 'read'];
}
