import { createHmac } from 'node:crypto';
import { httpCall } from '@svc/testkit';
import type { Bench } from './bench.js';

/** How a delivery differs from what the service would send. */
interface DeliveryStep {
  /** The text of the message. */
  text?: string;
  message_id?: string;
  /** How old it says that it is, in seconds. */
  age?: number;
  /** What signs it: the agent's secret, a signing secret by its age, or nobody's. */
  by?: 'secret' | 'signing' | 'former' | 'nobody' | 'nothing';
  /** Whether `by` stands in the header of the former secret, beside a signature of nobody. */
  as_former?: boolean;
  /** Sent instead of what was signed. */
  instead?: string;
  /** What the subject is to answer. */
  is: number;
}

const NOBODY = 'svc_0000000000000000000000000000000000000000';

/** Steps about deliveries by webhook. */
export const DELIVERY_STEPS = {
  /** The owner gives the agent the subject's server as its webhook. */
  async webhook(bench: Bench) {
    const changes = { webhook_url: bench.webhookUrl, push_triggers_to_webhook: true };
    await bench.shared.person.changeAgent(bench.agent.agentId, changes);
  },

  async rotate_signing_secret(bench: Bench) {
    const path = `/agents/${bench.agent.agentId}/signing-secret/rotate`;
    const answer = await bench.shared.person.call(path, { body: {} });
    bench.signingSecrets.unshift((answer.body as { signing_secret: string }).signing_secret);
  },

  /** Sends a delivery to the subject's server, which need not be the service. */
  async deliver(bench: Bench, step: DeliveryStep) {
    const { text = 'by hand', message_id: id = 'msg_1', age = 0, by = 'secret', instead, is } = step;
    const event = {
      ...{ type: 'user_message', text, sender_name: 'Ada', conversation_id: 'conv_1', message_id: id },
      ...{ image_url: null, image_urls: null, audio_url: null },
    };
    // With a space that no serializer writes, so that only the bytes as they came have this signature.
    const body = JSON.stringify(event).replace('{', '{ ');
    const timestamp = String(Math.floor(Date.now() / 1_000) - age);
    const signed = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
    const secrets = {
      ...{ secret: bench.secret, nobody: NOBODY, nothing: NOBODY },
      ...{ signing: bench.signingSecrets[0] ?? NOBODY, former: bench.signingSecrets[1] ?? NOBODY },
    };
    const headers = {
      'x-svc-timestamp': timestamp,
      'x-svc-event-id': 'evt_1',
      ...(step.as_former === true
        ? { 'x-svc-signature': signed(NOBODY), 'x-svc-signature-previous': signed(secrets[by]) }
        : by === 'nothing'
          ? {}
          : { 'x-svc-signature': signed(secrets[by]) }),
    };
    const answer = await httpCall(bench.webhookUrl, { body: instead ?? body, headers });
    if (answer.status !== is) throw new Error(`The delivery was answered ${answer.status}`);
  },
};
