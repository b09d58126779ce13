import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rotateSecret } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { AgentSecret } from '../agents/agent-secret.tsx';
import styles from './settings.module.css';

const GRACES = [
  { id: '0', label: 'At once' },
  { id: '300', label: 'After 5 minutes' },
  { id: '3600', label: 'After an hour' },
  { id: '86400', label: 'After a day' },
] as const;

type Grace = (typeof GRACES)[number]['id'];

/** Gives the agent a new secret, which is shown once. */
export function SecretRotation({ agent }: { agent: Agent }) {
  const [grace, setGrace] = useState<Grace>('3600');
  const rotation = useMutation({ mutationFn: () => rotateSecret(agent.agent_id, Number(grace)) });
  const rotated = rotation.data;
  return (
    <Section
      title="Secret"
      description="The secret authenticates the agent, and signs its webhook deliveries unless there is a signing secret. It cannot be looked up, only replaced."
    >
      <SelectField label="The old secret ends" options={GRACES} value={grace} onChange={setGrace} />
      <p className={styles.muted}>
        {grace === '0'
          ? 'The agent is disconnected until it uses the new secret.'
          : `Until then both secrets work.${agent.own_signing_secret ? '' : ' Deliveries are signed with the new one at once.'}`}
      </p>
      {rotation.isError && <ErrorNotice error={rotation.error} />}
      <div className={styles.actions}>
        <Button isPending={rotation.isPending} onPress={() => rotation.mutate()}>
          Make a new secret
        </Button>
      </div>
      <ShownOnceDialog title="The new secret" onClose={() => rotation.reset()}>
        {rotated === undefined ? null : (
          <div className={styles.form}>
            <AgentSecret agentId={rotated.agent_id} secret={rotated.secret} />
            <p className={styles.muted}>
              {rotated.previous_secret_valid_until === null
                ? 'The old secret has ended.'
                : `The old secret works until ${fullTime(new Date(rotated.previous_secret_valid_until))}.`}
            </p>
          </div>
        )}
      </ShownOnceDialog>
    </Section>
  );
}
