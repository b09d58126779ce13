import { createHmac } from 'node:crypto';
import { sign as signGithub } from '@octokit/webhooks-methods';
import { newId } from '@svc/domain';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

/** A call as a provider sends it. */
export interface SignedCall {
  body: string;
  headers: Record<string, string>;
}

/** What a sample is made of. Without an id the provider makes a new one. */
export interface Sample {
  secret: string;
  payload?: object;
  deliveryId?: string;
  /** How old the signature says it is, in seconds. */
  ageSeconds?: number;
}

export const SECRETS = {
  github: 'a secret of a repository',
  stripe: 'whsec_12345678901234567890123456789012',
  slack: '8f742231b10e8888abcd99yyyzzz85a5',
  standard_webhooks: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  shared_header: 'Bearer a-long-random-text',
} as const;
export type Scheme = keyof typeof SECRETS;

/** What each provider sends. GitHub's, Stripe's and Standard Webhooks' own packages sign; of Slack there is the way that its documentation describes. */
export const SAMPLES: Record<Scheme, (sample: Sample) => SignedCall | Promise<SignedCall>> = {
  async github({ secret, payload = { action: 'opened' }, deliveryId = newId('event') }) {
    const body = JSON.stringify(payload);
    const headers = { 'x-github-event': 'issues', 'x-github-delivery': deliveryId };
    return { body, headers: { ...headers, 'x-hub-signature-256': await signGithub(secret, body) } };
  },

  stripe({ secret, payload = {}, deliveryId = newId('event'), ageSeconds = 0 }) {
    const body = JSON.stringify({ id: deliveryId, object: 'event', ...payload }, null, 2);
    const timestamp = nowSeconds() - ageSeconds;
    const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    return { body, headers: { 'stripe-signature': header } };
  },

  slack({ secret, payload = { type: 'event_callback' }, deliveryId = newId('event'), ageSeconds = 0 }) {
    const body = JSON.stringify({ event_id: deliveryId, ...payload });
    const timestamp = String(nowSeconds() - ageSeconds);
    const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
    return { body, headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mac}` } };
  },

  standard_webhooks({ secret, payload = {}, deliveryId = newId('event'), ageSeconds = 0 }) {
    const body = JSON.stringify(payload);
    const moment = new Date((nowSeconds() - ageSeconds) * 1_000);
    const headers = {
      'webhook-id': deliveryId,
      'webhook-timestamp': String(nowSeconds() - ageSeconds),
      'webhook-signature': new Webhook(secret).sign(deliveryId, moment, body),
    };
    return { body, headers };
  },

  shared_header({ secret, payload = {}, deliveryId = newId('event') }) {
    return { body: JSON.stringify(payload), headers: { authorization: secret, 'x-delivery': deliveryId } };
  },
};

function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000);
}
