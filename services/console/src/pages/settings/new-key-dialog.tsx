import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '../../api/api-error.ts';
import { agentKeysQuery, createAgentKey } from '../../api/agent-keys.ts';
import type { AgentScope } from '../../api/agent-keys.ts';
import type { Agent } from '../../api/agents.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { AgentSecret } from '../agents/agent-secret.tsx';
import { SCOPE_NAMES, scopesFor } from './scope-names.ts';
import styles from './settings.module.css';

const DAY_SECONDS = 86_400;
const ENDS = [
  { id: '1', label: 'After a day' },
  { id: '30', label: 'After 30 days' },
  { id: '90', label: 'After 90 days' },
  { id: '365', label: 'After a year' },
  { id: 'never', label: 'Never' },
] as const;

type End = (typeof ENDS)[number]['id'];

interface NewKeyDialogProps {
  agent: Agent;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks what a new key is for, then shows the key, this once. */
export function NewKeyDialog({ agent, isOpen, onClose }: NewKeyDialogProps) {
  const queries = useQueryClient();
  const formId = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly AgentScope[]>([]);
  const [end, setEnd] = useState<End>('90');
  const making = useMutation({
    mutationFn: () =>
      createAgentKey(agent.agent_id, {
        name: name.trim(),
        scopes: [...scopes],
        expires_in_seconds: end === 'never' ? null : Number(end) * DAY_SECONDS,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agentKeysQuery(agent.agent_id).queryKey }),
  });
  const made = making.data;
  const refusal = making.error instanceof ApiError ? making.error.messageFor('name') : undefined;
  const close = (): void => {
    onClose();
    making.reset();
    setName('');
    setScopes([]);
    setEnd('90');
  };
  // One dialog for both, so that the focus returns to where it came from.
  return (
    <Dialog
      title={made === undefined ? 'New key' : 'The new key'}
      isOpen={isOpen}
      isDismissable={made === undefined}
      onClose={close}
      actions={
        made === undefined ? (
          <>
            <Button onPress={close}>Cancel</Button>
            <Button
              variant="primary"
              type="submit"
              form={formId}
              isPending={making.isPending}
              isDisabled={name.trim() === '' || scopes.length === 0}
            >
              Make key
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={close}>
            I have kept it
          </Button>
        )
      }
    >
      {made === undefined ? (
        <Form
          id={formId}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '' && scopes.length > 0 && !making.isPending) making.mutate();
          }}
        >
          <Field
            label="Name"
            placeholder="Mail server"
            hint="For you, to tell keys apart."
            isRequired
            autoFocus
            maxLength={100}
            value={name}
            onChange={setName}
            error={refusal}
          />
          <fieldset className={styles.choices}>
            <legend>It may</legend>
            {scopesFor(agent.kind).map((scope) => (
              <CheckboxField
                key={scope}
                isSelected={scopes.includes(scope)}
                onChange={(isOn) =>
                  setScopes(isOn ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                }
              >
                {SCOPE_NAMES[scope].name}: {SCOPE_NAMES[scope].hint}
              </CheckboxField>
            ))}
          </fieldset>
          <SelectField label="It ends" options={ENDS} value={end} onChange={setEnd} />
          {making.isError && refusal === undefined && <ErrorNotice error={making.error} />}
        </Form>
      ) : (
        // What had the focus is gone, and screen readers begin to read here.
        <div ref={focusOn} tabIndex={-1} className={styles.shown}>
          <AgentSecret agentId={agent.agent_id} secret={made.secret} what="key" />
        </div>
      )}
    </Dialog>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
