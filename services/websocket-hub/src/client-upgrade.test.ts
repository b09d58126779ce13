import { isOwnPage, sessionCookieOf } from './upgrade.js';

const PUBLIC = 'http://localhost:8080';
const COOKIE = 'better-auth.session_token=abc';

describe('a session cookie', () => {
  it('is found among others, also under its name over HTTPS', () => {
    for (const cookie of [COOKIE, `a=b; ${COOKIE}`, `a=b;__Secure-${COOKIE}; c=d`])
      expect(sessionCookieOf({ cookie })).toBe(cookie);
  });

  it('is no other cookie of the same host', () => {
    for (const cookie of ['a=b', `x-${COOKIE}`, 'better-auth.session_data=x', ''])
      expect(sessionCookieOf({ cookie })).toBeNull();
    expect(sessionCookieOf({})).toBeNull();
  });
});

describe('a page', () => {
  it('is our own under the public address, and under the very host that it calls', () => {
    const host = '127.0.0.1:8080';
    expect(isOwnPage({ host, cookie: COOKIE, origin: 'http://localhost:8080' }, PUBLIC)).toBe(true);
    expect(isOwnPage({ host, cookie: COOKIE, origin: 'http://127.0.0.1:8080' }, PUBLIC)).toBe(true);
    const foreign = { host, origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };
    expect(isOwnPage(foreign, PUBLIC)).toBe(true);
  });

  it('is foreign under any other origin, with or without a cookie', () => {
    const origins = ['https://localhost:8080', 'http://localhost', 'http://localhost:8080.evil.example'];
    for (const origin of [...origins, 'http://evil.example', 'http://127.0.0.1:9999', 'null', '']) {
      expect(isOwnPage({ host: '127.0.0.1:8080', cookie: COOKIE, origin }, PUBLIC)).toBe(false);
      expect(isOwnPage({ host: '127.0.0.1:8080', origin }, PUBLIC)).toBe(false);
    }
  });

  it('is foreign where the browser says so, whatever its origin', () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { host: 'localhost:8080', origin: PUBLIC, 'sec-fetch-site': site };
      expect(isOwnPage(headers, PUBLIC)).toBe(false);
    }
  });

  it('is none where there is no origin; then a cookie is not taken', () => {
    expect(isOwnPage({ host: 'localhost:8080' }, PUBLIC)).toBe(true);
    expect(isOwnPage({ host: 'localhost:8080', cookie: 'theme=dark' }, PUBLIC)).toBe(true);
    expect(isOwnPage({ host: 'localhost:8080', cookie: COOKIE }, PUBLIC)).toBe(false);
  });

  it('over HTTPS is not our own when it was opened over HTTP', () => {
    const headers = { host: 'svc.example', cookie: COOKIE, origin: 'http://svc.example' };
    expect(isOwnPage(headers, 'https://svc.example')).toBe(false);
  });
});
