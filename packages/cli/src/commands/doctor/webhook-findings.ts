import type { Agent, ClientApi, Schemas } from '../../api/client-api.js';
import { refusalOf } from '../../errors.js';
import type { Finding } from './finding.js';
import { note, ok, problem } from './finding.js';

type Test = Schemas['WebhookTestResult'];

/** Sends a signed request to the webhook, as the service delivers. It is no event and changes nothing. */
export async function webhookFindings(
  api: ClientApi,
  { agent_id, webhook_url }: Agent,
  { isTested }: { isTested: boolean },
): Promise<Finding[]> {
  if (webhook_url === null || !isTested) return [];
  const params = { path: { agent_id } };
  const { data, error, response } = await api.POST('/api/client/agents/{agent_id}/webhook/test', {
    params,
    body: {},
  });
  if (data !== undefined) return [findingOf(data)];
  const { message, status } = refusalOf(response.status, error);
  if (status === 422)
    return [
      problem(
        'webhook_guarded',
        `The service may not call ${webhook_url}: ${message}`,
        'Use a public address, or let the operator allow the network (WEBHOOK_ALLOWED_NETWORKS). A socket needs no address.',
      ),
    ];
  return [
    note(
      'webhook_untested',
      `Its webhook was not tried: ${message}`,
      status === 403 ? 'The key needs the scope write for this.' : 'Try again in a moment.',
    ),
  ];
}

export function findingOf({
  delivered,
  status_code,
  error,
  duration_ms,
}: Pick<Test, 'delivered' | 'status_code' | 'error' | 'duration_ms'>): Finding {
  if (delivered)
    return ok(
      'webhook_test',
      `Its webhook takes a test request, with ${status_code} after ${duration_ms} ms.`,
    );
  const what = `Its webhook does not take a test request: ${error ?? 'no answer'}.`;
  if (/public|allowed|neither http/i.test(error ?? ''))
    return problem(
      'webhook_guarded',
      what,
      'Use a public address, or let the operator allow the network (WEBHOOK_ALLOWED_NETWORKS). A socket needs no address.',
    );
  if (/certificate|tls|ssl|EPROTO/i.test(error ?? ''))
    return problem(
      'webhook_tls',
      what,
      'Give its host a certificate that is valid for its name and not over, with the whole chain.',
    );
  if (status_code === 401 || status_code === 403)
    return problem(
      'webhook_signature',
      what,
      'It refuses the signature: give it the newest secret (or signing secret), let it check the raw bytes, and look at its clock.',
    );
  if (status_code !== null)
    return problem(
      'webhook_answer',
      what,
      'Look at the log of the receiver. Any 2xx within 30 s is a receipt; redirects are not followed.',
    );
  return problem(
    'webhook_unreached',
    what,
    'Is the program running, and does the name lead to it? Try: curl -i <its address> from outside.',
  );
}
