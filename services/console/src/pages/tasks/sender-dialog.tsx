import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setTriggerSender } from '../../api/tasks.ts';
import type { NewTriggerSender, SenderScheme, Task, TriggerSender } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './trigger-panel.module.css';

const GRACES = [
  { id: '0', label: 'Not any more' },
  { id: '3600', label: 'For another hour' },
  { id: '86400', label: 'For another day' },
  { id: '604800', label: 'For another week' },
] as const;

type Grace = (typeof GRACES)[number]['id'];

/** Asks who may call the trigger, and for the secret that proves it. */
export function SenderDialog(props: { task: Task; isOpen: boolean; onClose: () => void }) {
  const { task, isOpen, onClose } = props;
  return (
    <Dialog
      title={task.sender === undefined ? 'Set a sender' : 'Change the sender'}
      isOpen={isOpen}
      onClose={onClose}
    >
      {isOpen && <SenderForm task={task} onDone={onClose} />}
    </Dialog>
  );
}

function SenderForm({ task, onDone }: { task: Task; onDone: () => void }) {
  const { sender } = task;
  const [scheme, setScheme] = useState<SenderScheme>(sender?.scheme ?? 'github');
  const [secret, setSecret] = useState('');
  const [header, setHeader] = useState(sender?.header ?? '');
  const [idHeader, setIdHeader] = useState(sender?.delivery_id_header ?? '');
  const [grace, setGrace] = useState<Grace>('3600');
  const queries = useQueryClient();
  const isShared = scheme === 'shared_header';
  const keepsFormer = sender?.scheme === scheme;
  const setting = useMutation({
    mutationFn: (given: NewTriggerSender) => setTriggerSender(task.id, given),
    onSuccess: (changed) => {
      queries.setQueryData(['task', task.id], changed);
      onDone();
    },
    meta: { done: 'The trigger takes only calls from this sender.', stale: [['tasks']] },
  });
  return (
    <Form
      className="stack-3"
      onSubmit={() =>
        setting.mutate({
          scheme,
          secrets: [secret.trim()],
          ...(isShared && { header: header.trim() }),
          ...(isShared && idHeader.trim() !== '' && { delivery_id_header: idHeader.trim() }),
          grace_period_seconds: keepsFormer ? Number(grace) : 0,
        })
      }
    >
      <SelectField label="Sender" options={SCHEMES} value={scheme} onChange={setScheme} />
      <p className="muted small">{SETUP[scheme]}</p>
      {isShared && (
        <Field
          label="Header"
          value={header}
          onChange={setHeader}
          placeholder="X-Api-Token"
          isMonospace
          isRequired
        />
      )}
      <Field
        label="Secret"
        type="password"
        autoComplete="new-password"
        value={secret}
        onChange={setSecret}
        hint="At least 8 characters. It is kept sealed, and never shown again."
        isMonospace
        isRequired
      />
      {isShared && (
        <Field
          label="Header with the delivery’s id"
          value={idHeader}
          onChange={setIdHeader}
          hint="If the sender has one: the same id starts one run. Without it, the same JSON does."
          isMonospace
        />
      )}
      {keepsFormer && (
        <SelectField label="The former secret proves" options={GRACES} value={grace} onChange={setGrace} />
      )}
      {setting.isError && <ErrorNotice error={setting.error} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          isPending={setting.isPending}
          isDisabled={secret.trim().length < 8}
        >
          {sender === undefined ? 'Set sender' : 'Change sender'}
        </Button>
      </div>
    </Form>
  );
}

const SCHEMES: readonly { id: SenderScheme; label: string }[] = [
  { id: 'github', label: 'GitHub' },
  { id: 'stripe', label: 'Stripe' },
  { id: 'slack', label: 'Slack' },
  { id: 'standard_webhooks', label: 'Standard Webhooks' },
  { id: 'shared_header', label: 'A header with a secret' },
];

/** What has to be done at the provider. */
const SETUP: Readonly<Record<SenderScheme, string>> = {
  github:
    'In the repository’s settings, under Webhooks: the trigger’s URL, the content type application/json, and this secret.',
  stripe:
    'In the Workbench, under Webhooks: a destination with the trigger’s URL. Stripe then shows its signing secret.',
  slack:
    'In the app’s settings: the signing secret stands under Basic Information, the URL goes to Event Subscriptions.',
  standard_webhooks:
    'At the sender: an endpoint with the trigger’s URL. It then shows a secret, often with whsec_ before it.',
  shared_header: 'At the sender: the trigger’s URL, and a header with this secret as its value.',
};

export const REASONS: Readonly<Record<NonNullable<TriggerSender['refused']>['last_reason'], string>> = {
  signature_missing: 'it had no signature',
  signature_wrong: 'its signature or secret was wrong',
  timestamp_out_of_range: 'its time was more than five minutes off',
};

export function schemeName(scheme: SenderScheme): string {
  return SCHEMES.find(({ id }) => id === scheme)?.label ?? scheme;
}
