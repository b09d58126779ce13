import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import type { SenderScheme, Task, TriggerSender } from '../../api/tasks.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SIGNING_GRACES } from '../settings/secret-rotation.tsx';
import type { SigningGrace } from '../settings/secret-rotation.tsx';

export function SenderDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { sender } = task;
  const [scheme, setScheme] = useState<SenderScheme>(sender?.scheme ?? 'github');
  const [secret, setSecret] = useState('');
  const [header, setHeader] = useState(sender?.header ?? '');
  const [idHeader, setIdHeader] = useState(sender?.delivery_id_header ?? '');
  const [grace, setGrace] = useState<SigningGrace>('3600');
  const queries = useQueryClient();
  const isShared = scheme === 'shared_header';
  const keepsFormer = sender?.scheme === scheme;
  const setting = useMutation({
    mutationFn: (body: Schemas['NewTriggerSender']) =>
      call('put', '/api/client/tasks/{task_id}/sender', { path: { task_id: task.id }, body }),
    onSuccess: (changed) => {
      queries.setQueryData(['task', task.id], changed);
      onClose();
    },
    meta: { done: 'The trigger now accepts only this sender.', stale: [['tasks']] },
  });
  return (
    <FormDialog
      title={sender === undefined ? 'Set a sender' : 'Change the sender'}
      action={sender === undefined ? 'Set sender' : 'Change sender'}
      isPending={setting.isPending}
      isDisabled={secret.trim().length < 8}
      onClose={onClose}
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
        hint="At least 8 characters. It is stored encrypted, and never shown again."
        isMonospace
        isRequired
      />
      {isShared && (
        <Field
          label="Header with the delivery’s id"
          value={idHeader}
          onChange={setIdHeader}
          hint="Optional. Calls with the same id start one run; without an id, calls with the same JSON do."
          isMonospace
        />
      )}
      {keepsFormer && (
        <SelectField
          label="The old secret is accepted"
          options={SIGNING_GRACES}
          value={grace}
          onChange={setGrace}
        />
      )}
      {setting.isError && <ErrorNotice error={setting.error} />}
    </FormDialog>
  );
}

const SCHEMES: readonly { id: SenderScheme; label: string }[] = [
  { id: 'github', label: 'GitHub' },
  { id: 'stripe', label: 'Stripe' },
  { id: 'slack', label: 'Slack' },
  { id: 'standard_webhooks', label: 'Standard Webhooks' },
  { id: 'shared_header', label: 'A header with a secret' },
];

const SETUP: Readonly<Record<SenderScheme, string>> = {
  github:
    'In the repository’s settings, under Webhooks: the trigger’s URL, the content type application/json, and this secret.',
  stripe:
    'In the Workbench, under Webhooks: a destination with the trigger’s URL. Stripe then shows its signing secret.',
  slack:
    'In the app’s settings: the signing secret is under Basic Information, and the URL goes to Event Subscriptions.',
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
