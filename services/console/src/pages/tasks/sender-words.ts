import type { SenderScheme, TriggerSender } from '../../api/tasks.ts';

export const SCHEMES: readonly { id: SenderScheme; label: string }[] = [
  { id: 'github', label: 'GitHub' },
  { id: 'stripe', label: 'Stripe' },
  { id: 'slack', label: 'Slack' },
  { id: 'standard_webhooks', label: 'Standard Webhooks' },
  { id: 'shared_header', label: 'A header with a secret' },
];

/** What has to be done at the provider. */
export const SETUP: Readonly<Record<SenderScheme, string>> = {
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
