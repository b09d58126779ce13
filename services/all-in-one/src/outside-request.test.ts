import { describe, expect, it } from '@jest/globals';
import { signOfOutside } from './outside-request.js';

describe('a request', () => {
  it.each([
    {},
    { host: 'localhost:8080' },
    { host: 'LOCALHOST' },
    { host: 'console.localhost:8080' },
    { host: '127.0.0.1:8080' },
    { host: '127.8.9.10' },
    { host: '[::1]:8080' },
  ])('of this machine is one with the headers %j', (headers) => expect(signOfOutside(headers)).toBeNull());

  it.each([
    { host: 'abc.tunnel.example' },
    { host: '192.168.1.5:8080' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'a b' },
    { host: '' },
    { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
    { host: 'localhost', 'x-forwarded-host': 'abc.tunnel.example' },
    { host: 'localhost', forwarded: 'for=203.0.113.9' },
    { host: 'localhost', 'cf-ray': '1' },
    { host: 'localhost', via: '1.1 proxy' },
  ])('from beyond it is one with the headers %j', (headers) => {
    const sign = signOfOutside(headers);
    expect(sign).toEqual(expect.any(String));
    expect(sign).not.toMatch(/example|203/);
  });
});
