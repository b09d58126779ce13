import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import type { SenderScheme, Task, TriggerSender } from '../../api/tasks.ts';
import { Field, SelectField, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { SIGNING_GRACES } from '../settings/secrets.tsx';
import type { SigningGrace } from '../settings/secrets.tsx';

export function SenderDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const { sender } = task;
  const scheme = useInput<SenderScheme>(sender?.scheme ?? 'github');
  const secret = useInput('');
  const header = useInput(sender?.header ?? '');
  const idHeader = useInput(sender?.delivery_id_header ?? '');
  const grace = useInput<SigningGrace>('3600');
  const isShared = scheme.value === 'shared_header';
  const keepsFormer = sender?.scheme === scheme.value;
  const setting = useMutation({
    mutationFn: (body: Schemas['NewTriggerSender']) =>
      call('put', '/api/client/tasks/{task_id}/sender', { path: { task_id: task.id }, body }),
    onSuccess: onClose,
    meta: {
      done: 'The trigger now accepts only this sender.',
      stale: [['tasks']],
      answers: ['task', task.id],
    },
  });
  return (
    <FormDialog
      title={sender === undefined ? 'Set a sender' : 'Change the sender'}
      action={sender === undefined ? 'Set sender' : 'Change sender'}
      sending={setting}
      isDisabled={secret.value.trim().length < 8}
      onClose={onClose}
      onSubmit={() =>
        setting.mutate({
          scheme: scheme.value,
          secrets: [secret.value.trim()],
          ...(isShared && { header: header.value.trim() }),
          ...(isShared && idHeader.value.trim() && { delivery_id_header: idHeader.value.trim() }),
          grace_period_seconds: keepsFormer ? Number(grace.value) : 0,
        })
      }
    >
      <SelectField label="Sender" options={SCHEMES} {...scheme} />
      <p className="muted small">{SETUP[scheme.value]}</p>
      {isShared && <Field label="Header" {...header} placeholder="X-Api-Token" isMonospace isRequired />}
      <Field
        label="Secret"
        type="password"
        autoComplete="new-password"
        {...secret}
        hint="At least 8 characters. It is stored encrypted, and never shown again."
        isMonospace
        isRequired
      />
      {isShared && (
        <Field
          label="Header with the delivery’s id"
          {...idHeader}
          hint="Optional. Calls with the same id start one run; without an id, calls with the same JSON do."
          isMonospace
        />
      )}
      {keepsFormer && <SelectField label="The old secret is accepted" options={SIGNING_GRACES} {...grace} />}
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
