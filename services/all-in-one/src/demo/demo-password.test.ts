import { describe, expect, it } from '@jest/globals';
import { isLoopbackOnly, newPassword, OPEN_PASSWORD } from './demo-password.js';

describe('the demo password', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:8080', true],
    ['::1', 'http://[::1]:8080', true],
    ['localhost', 'http://127.0.0.1:80', true],
    ['0.0.0.0', 'http://localhost:8080', false],
    ['::', 'http://localhost:8080', false],
    ['192.168.1.5', 'http://localhost:8080', false],
    ['127.0.0.1', 'https://agents.example.com', false],
    ['127.example.com', 'http://localhost', false],
  ])('for %s known as %s may be known to all: %s', (host, publicBaseUrl, expected) => {
    expect(isLoopbackOnly({ host, publicBaseUrl })).toBe(expected);
  });

  it('is long enough to sign up with, and otherwise never the same', () => {
    expect(OPEN_PASSWORD.length).toBeGreaterThanOrEqual(8);
    expect(newPassword()).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(newPassword()).not.toBe(newPassword());
  });
});
