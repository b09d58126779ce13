import type { Agent, ClientApi, Schemas } from '../../api/client-api.js';
import { refusalOf } from '../../errors.js';
import { note, ok, problem } from './finding.js';
import type { Finding } from './finding.js';

type Test = Pick<Schemas['WebhookTestResult'], 'delivered' | 'status_code' | 'error' | 'duration_ms'>;

const REMEDIES = {
  webhook_guarded:
    'Use a public address, or let the operator allow the network (WEBHOOK_ALLOWED_NETWORKS). A socket needs no address.',
  webhook_tls: 'Give its host a certificate that is valid for its name and not over, with the whole chain.',
  webhook_signature:
    'It refuses the signature: give it the newest secret (or signing secret), let it check the raw bytes, and look at its clock.',
  webhook_answer:
    'Look at the log of the receiver. Any 2xx within 30 s is a receipt; redirects are not followed.',
  webhook_unreached:
    'Is the program running, and does the name lead to it? Try: curl -i <its address> from outside.',
};

/** Sends a signed request to the webhook, as the service delivers. It is no event and changes nothing. */
export async function webhookFindings(api: ClientApi, { agent_id, webhook_url }: Agent): Promise<Finding[]> {
  if (webhook_url === null) return [];
  const call = { params: { path: { agent_id } }, body: {} };
  const { data, error, response } = await api.POST('/api/client/agents/{agent_id}/webhook/test', call);
  if (data !== undefined) return [findingOf(data)];
  const { message, status } = refusalOf(response, error);
  if (status === 422) {
    const what = `The service may not call ${webhook_url}: ${message}`;
    return [problem('webhook_guarded', what, REMEDIES.webhook_guarded)];
  }
  const remedy = status === 403 ? 'The key needs the scope write for this.' : 'Try again in a moment.';
  return [note('webhook_untested', `Its webhook was not tried: ${message}`, remedy)];
}

export function findingOf(test: Test): Finding {
  const { delivered, status_code, error, duration_ms } = test;
  if (delivered)
    return ok(
      'webhook_test',
      `Its webhook takes a test request, with ${status_code} after ${duration_ms} ms.`,
    );
  const code = reasonOf(test);
  return problem(code, `Its webhook does not take a test request: ${error ?? 'no answer'}.`, REMEDIES[code]);
}

function reasonOf({ error, status_code }: Test): keyof typeof REMEDIES {
  if (/public|allowed|neither http/i.test(error ?? '')) return 'webhook_guarded';
  if (/certificate|tls|ssl|EPROTO/i.test(error ?? '')) return 'webhook_tls';
  if (status_code === 401 || status_code === 403) return 'webhook_signature';
  return status_code === null ? 'webhook_unreached' : 'webhook_answer';
}
