import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useAgentChange } from './use-agent-change.ts';
import styles from './settings.module.css';

/** The agent's name. */
export function NameForm({ agent }: { agent: Agent }) {
  const [name, setName] = useState(agent.agent_name);
  const change = useAgentChange(agent.agent_id, 'The agent has its new name.');
  const refusal = change.error instanceof ApiError ? change.error.messageFor('agent_name') : undefined;
  return (
    <Section title="Agent">
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ agent_name: name.trim() });
        }}
      >
        <Field label="Name" isRequired maxLength={100} value={name} onChange={setName} error={refusal} />
        {change.isError && refusal === undefined && <ErrorNotice error={change.error} />}
        <div className={styles.actions}>
          <Button
            type="submit"
            isPending={change.isPending}
            isDisabled={name.trim() === '' || name.trim() === agent.agent_name}
          >
            Save name
          </Button>
        </div>
      </Form>
      <dl className={styles.facts}>
        <dt>Agent id</dt>
        <dd>
          <code>{agent.agent_id}</code> <CopyButton text={agent.agent_id} what="agent id" />
        </dd>
        <dt>Kind</dt>
        <dd>{agent.kind === 'interactive' ? 'Interactive' : 'Approvals only'}</dd>
        <dt>Created</dt>
        <dd>
          <RelativeTime at={agent.created_at} />
        </dd>
      </dl>
    </Section>
  );
}
