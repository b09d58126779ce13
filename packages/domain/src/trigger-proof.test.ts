import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { proveSender, senderSecrets } from './trigger-sender.js';
import type { SenderProof, SenderScheme, SenderSecret, TriggerSender } from './trigger-sender.js';

const NOW_S = 1_770_000_000;
const BODY = '{"id":"evt_1","order": 4711}';

interface Given {
  headers: Record<string, string>;
  secrets?: (string | SenderSecret)[];
  body?: string;
  nowS?: number;
}

function prove(scheme: SenderScheme, given: Given): SenderProof {
  const { headers, secrets = ['a secret'], body = BODY, nowS = NOW_S } = given;
  const sender: TriggerSender = {
    ...{ scheme, header: null, deliveryIdHeader: null },
    secrets: secrets.map((secret) => (typeof secret === 'string' ? { secret, untilMs: null } : secret)),
  };
  return proveSender(sender, {
    ...{ header: (name) => headers[name], body: Buffer.from(body), nowMs: nowS * 1_000 },
  });
}

const refused = (reason: string): object => ({ isProven: false, reason });
const PROVEN = { isProven: true };

describe('Stripe', () => {
  const secret = 'whsec_test';
  const sign = (timestamp = NOW_S): string =>
    Stripe.webhooks.generateTestHeaderString({ payload: BODY, secret, timestamp });
  const proveBy = (signature: string, given: Partial<Given> = {}): SenderProof =>
    prove('stripe', { headers: { 'stripe-signature': signature }, secrets: [secret], ...given });

  it('proves by one of several signatures, and by none of another version', () => {
    const signature = sign();
    const several = signature.replace(',v1=', `,v0=00,v1=${'0'.repeat(64)},v1=`);
    expect(proveBy(several, { secrets: ['x', secret] })).toMatchObject(PROVEN);
    expect(proveBy(signature.replace('v1=', 'v0='))).toEqual(refused('signature_missing'));
  });

  it('looks at 16 signatures at most', () => {
    const many = `t=${NOW_S},${'v1=00,'.repeat(16)}${sign().split(',')[1]}`;
    expect(proveBy(many)).toEqual(refused('signature_wrong'));
  });
});

describe('Slack', () => {
  // The sample of Slack's documentation.
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA' +
    '&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554' +
    '%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  const headers = {
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  };
  const given = { body, headers, secrets: ['8f742231b10e8888abcd99yyyzzz85a5'] };

  it('proves by the sample of its documentation', () => {
    expect(prove('slack', { ...given, nowS: 1_531_420_618 })).toMatchObject(PROVEN);
    expect(prove('slack', { ...given, nowS: 1_531_420_919 })).toEqual(refused('timestamp_out_of_range'));
    const late = { ...given, headers: { ...headers, 'x-slack-request-timestamp': '1531420619' } };
    expect(prove('slack', { ...late, nowS: 1_531_420_618 })).toEqual(refused('signature_wrong'));
  });
});

describe('Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(NOW_S),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(NOW_S * 1_000), BODY),
  };

  it('proves by the signature of its own package, among several', () => {
    const signature = `v1a,AAAA v1,AAAA ${headers['webhook-signature']}`;
    const given = { headers: { ...headers, 'webhook-signature': signature } };
    for (const secrets of [[secret], [secret.slice('whsec_'.length)]])
      expect(prove('standard_webhooks', { ...given, secrets })).toMatchObject(PROVEN);
    const other = { headers: { ...headers, 'webhook-id': 'msg_2' }, secrets: [secret] };
    expect(prove('standard_webhooks', other)).toEqual(refused('signature_wrong'));
  });
});

describe('The secrets of a new setting', () => {
  const forever = (secret: string): SenderSecret => ({ secret, untilMs: null });

  it('keep former ones for the grace, and no longer than an earlier grace', () => {
    const until = (secret: string, untilMs: number): SenderSecret => ({ secret, untilMs });
    const former = [forever('a'), until('b', 1_500), until('c', 900), forever('d')];
    const kept = senderSecrets(['d', 'e'], former, { nowMs: 1_000, graceSeconds: 1 });
    expect(kept).toEqual([forever('d'), forever('e'), until('a', 2_000), until('b', 1_500)]);
    expect(senderSecrets(['d'], former, { nowMs: 1_000, graceSeconds: 0 })).toEqual([forever('d')]);
  });

  it('are eight at most', () => {
    const former = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(forever);
    const kept = senderSecrets(['x'], former, { nowMs: 0, graceSeconds: 60 });
    expect(kept.map(({ secret }) => secret).join('')).toBe('xabcdefg');
  });
});
