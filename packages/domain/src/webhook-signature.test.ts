import { describe, expect, it } from '@jest/globals';
import { standardWebhookSignature, webhookSignature } from './webhook-signature.js';

// The expected values were made with other programs:
//   printf '1700000000.%s' "$body" | openssl dgst -sha256 -hmac "$secret"
//   printf 'evt_1.1700000000.%s' "$body" | openssl dgst -sha256 -hmac "$secret" -binary | base64
const secret = 'svc_0123456789abcdef0123456789abcdef01234567';
const body = '{"type":"user_message","text":"Grüße"}';
const timestamp = 1_700_000_000;
const expected = 'sha256=597ba7c1ed81018e311ffd9af3abcd27615576ec1836feb33d85d87dc6a46e5e';

describe('the signature of a delivery', () => {
  it('is the hex HMAC-SHA256 over timestamp, dot and body, keyed with the agent secret', () => {
    expect(webhookSignature({ secret, timestamp, body })).toBe(expected);
  });

  it('is made over the bytes of the body', () => {
    expect(webhookSignature({ secret, timestamp, body: Buffer.from(body) })).toBe(expected);
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    expect(webhookSignature({ secret, timestamp, body: bytes })).not.toBe(
      webhookSignature({ secret, timestamp, body: bytes.toString('utf8') }),
    );
  });

  it('is another one for anything else', () => {
    expect(webhookSignature({ secret, timestamp: timestamp + 1, body })).not.toBe(expected);
    expect(webhookSignature({ secret, timestamp, body: body + ' ' })).not.toBe(expected);
    expect(webhookSignature({ secret: secret + '0', timestamp, body })).not.toBe(expected);
  });
});

describe('the signature of Standard Webhooks', () => {
  it('is the base64 HMAC-SHA256 over id, timestamp and body', () => {
    expect(standardWebhookSignature({ secret, id: 'evt_1', timestamp, body })).toBe(
      'v1,Pi7Tj4gYegHgbdScWlJRYEen0v7nVTIBtZzglX2pG8E=',
    );
  });

  it('of a signing secret has the key that its base64 says, as in the example of the standard', () => {
    const signed = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(standardWebhookSignature(signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});
