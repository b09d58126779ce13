import { describe, expect, it } from '@jest/globals';
import { describeFailure } from './webhook-client.js';
import { WebhookAddressError } from './webhook-guard.js';

const coded = (code: string, message = 'connect 10.1.2.3:443') => Object.assign(new Error(message), { code });

describe('the text of a failure', () => {
  it.each([
    ['ECONNREFUSED', 'The connection was refused'],
    ['CERT_HAS_EXPIRED', 'The certificate has expired'],
    ['ESOMETHING', 'The request failed (ESOMETHING)'],
  ])('is made of the code %s', (code, text) => expect(describeFailure(coded(code))).toBe(text));

  it('never repeats the message of an error', () => {
    const errors = [coded('ECONNRESET'), coded('not a code'), new Error('10.1.2.3'), 'svc_secret', null];
    for (const error of errors) expect(describeFailure(error)).not.toMatch(/10\.1\.2\.3|secret/);
  });

  it('tells that the guard refused, however deep that lies', () => {
    const refused = new WebhookAddressError('The host is not a public address');
    const by = (cause: Error) => describeFailure(new Error('outer', { cause }));
    expect(by(coded('EOUTER', 'x'))).toBe('The request failed (EOUTER)');
    expect(by(refused)).toBe('The host is not a public address');
  });
});
