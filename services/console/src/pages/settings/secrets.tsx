import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { agentKeysQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { CopiedCode } from '../../ui/copy-button.tsx';
import { ConfirmButton, ShownOnceDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { SelectField, useInput } from '../../ui/fields.tsx';
import { FactList } from '../../ui/lists.tsx';
import { Section } from '../../ui/page.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { KeySection } from '../keys/key-list.tsx';
import type { KeyScope } from '../keys/new-key-dialog.tsx';

const GRACES = [
  { id: '0', label: 'At once' },
  { id: '300', label: 'After 5 minutes' },
  { id: '3600', label: 'After an hour' },
  { id: '86400', label: 'After a day' },
] as const;

type Grace = (typeof GRACES)[number]['id'];

export function SecretRotation({ agent }: { agent: Agent }) {
  const grace = useInput<Grace>('3600');
  const rotation = useMutation({
    mutationFn: () =>
      call('post', '/api/client/agents/{agent_id}/secret/rotate', {
        path: { agent_id: agent.agent_id },
        body: { grace_period_seconds: Number(grace.value) },
      }),
  });
  const rotated = rotation.data;
  return (
    <Section
      title="Secret"
      description="The secret authenticates the agent, and signs its webhook deliveries unless there is a signing secret. It cannot be looked up, only replaced."
    >
      <SelectField label="The old secret expires" options={GRACES} {...grace} />
      <p className="muted small">
        {grace.value === '0'
          ? 'The agent is disconnected until it uses the new secret.'
          : `Until then both secrets work.${agent.own_signing_secret ? '' : ' Deliveries are signed with the new one at once.'}`}
      </p>
      <ErrorNotice error={rotation.error} />
      <div className="actions">
        <Button does={rotation}>Create new secret</Button>
      </div>
      <ShownOnceDialog title="The new secret" onClose={() => rotation.reset()}>
        {rotated === undefined ? null : (
          <div className="stack gap-4">
            <AgentSecret agentId={rotated.agent_id} secret={rotated.secret} />
            <p className="muted small">
              {rotated.previous_secret_valid_until === null
                ? 'The old secret no longer works.'
                : `The old secret works until ${fullTime(new Date(rotated.previous_secret_valid_until))}.`}
            </p>
          </div>
        )}
      </ShownOnceDialog>
    </Section>
  );
}

/** For how long an old secret that signs is accepted beside the new one. */
export const SIGNING_GRACES = [
  { id: '0', label: 'No longer' },
  { id: '3600', label: 'For another hour' },
  { id: '86400', label: 'For another day' },
  { id: '604800', label: 'For another week' },
] as const;

export type SigningGrace = (typeof SIGNING_GRACES)[number]['id'];

export function SigningSecret({ agent }: { agent: Agent }) {
  const { agent_id: agentId, own_signing_secret: isOwn, previous_signature_until: until } = agent;
  const grace = useInput<SigningGrace>('86400');
  const rotation = useMutation({
    mutationFn: () =>
      call('post', '/api/client/agents/{agent_id}/signing-secret/rotate', {
        path: { agent_id: agentId },
        body: { grace_period_seconds: Number(grace.value) },
      }),
    meta: { stale: [['agents']] },
  });
  const rotated = rotation.data;
  const isInGrace = until !== null && new Date(until) > new Date();
  return (
    <Section
      title="Signing secret"
      description="It only signs webhook deliveries, so the receiver does not need the agent’s secret."
    >
      <p className="muted small">
        {isOwn ? 'A separate secret signs the deliveries.' : 'The agent’s secret signs the deliveries.'}
        {isInGrace && ` Until ${fullTime(new Date(until))} the old one signs as well.`}
      </p>
      <SelectField
        label={isOwn ? 'The old secret signs as well' : 'The agent’s secret signs as well'}
        options={SIGNING_GRACES}
        {...grace}
      />
      <ErrorNotice error={rotation.error} />
      <div className="actions">
        <Button does={rotation}>{isOwn ? 'Create new signing secret' : 'Create signing secret'}</Button>
        {isOwn && (
          <ConfirmButton
            button={{ children: 'Remove signing secret' }}
            title="Remove the signing secret?"
            action="Remove"
            onConfirm={() =>
              call('delete', '/api/client/agents/{agent_id}/signing-secret', { path: { agent_id: agentId } })
            }
            done="The agent’s secret signs again."
            stale={[['agents']]}
          >
            <p>From then on the agent’s secret signs the deliveries.</p>
          </ConfirmButton>
        )}
      </div>
      <ShownOnceDialog title="The new signing secret" onClose={() => rotation.reset()}>
        {rotated === undefined ? null : (
          <AgentSecret agentId={rotated.agent_id} secret={rotated.signing_secret} what="signing secret" />
        )}
      </ShownOnceDialog>
    </Section>
  );
}

export function AgentKeys({ agent: { agent_id: agentId, kind } }: { agent: Agent }) {
  return (
    <KeySection
      title="Keys"
      description="Programs can use a key instead of the secret. A key allows only what you choose, and can be revoked on its own."
      query={agentKeysQuery(agentId)}
      none="No keys. The secret allows everything."
      scopes={SCOPES}
      offered={
        kind === 'interactive' ? SCOPES : SCOPES.filter(({ id }) => id !== 'messages' && id !== 'tasks')
      }
      revoke={(key_id) =>
        call('delete', '/api/client/agents/{agent_id}/keys/{key_id}', { path: { agent_id: agentId, key_id } })
      }
      mayLastForever
      namePlaceholder="Mail server"
      make={({ name, scopes, expiresInSeconds: expires_in_seconds }) =>
        call('post', '/api/client/agents/{agent_id}/keys', {
          path: { agent_id: agentId },
          body: { name, scopes, expires_in_seconds },
        })
      }
      shown={(made) => <AgentSecret agentId={agentId} secret={made.secret} what="key" />}
    />
  );
}

const SCOPES: readonly KeyScope<Schemas['AgentScope']>[] = [
  { id: 'messages', name: 'Messages', hint: 'send to the chat and read it' },
  { id: 'tasks', name: 'Tasks', hint: 'create and change tasks, work on their runs' },
  { id: 'decisions', name: 'Decisions', hint: 'ask for decisions and read the answers' },
  { id: 'events', name: 'Events', hint: 'connect, and read what happened' },
  { id: 'read', name: 'Reading', hint: 'see messages, tasks and decisions, and change nothing' },
];

interface AgentSecretProps {
  agentId: string;
  secret: string;
  what?: keyof typeof LABELS;
}

const LABELS = { secret: 'Secret', key: 'Key', 'signing secret': 'Signing secret' } as const;

export function AgentSecret({ agentId, secret, what = 'secret' }: AgentSecretProps) {
  return (
    <div className="stack gap-4">
      <p className="notice flex gap-2 small soft-warn">
        <KeyRound aria-hidden size={18} />
        <span>
          <strong>Copy the {what} now.</strong> It is shown only once. If you lose it, create a new one.
        </span>
      </p>
      <FactList
        facts={[
          ['Agent id', <CopiedCode key="id" text={agentId} what="agent id" />],
          [LABELS[what], <CopiedCode key="secret" text={secret} what={what} />],
        ]}
      />
    </div>
  );
}
