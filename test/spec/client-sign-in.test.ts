import { httpCall, newEmail } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl } from './product-under-test.js';

const AGENTS = `${baseUrl}/api/client/agents`;

function credentials() {
  return {
    name: 'Ada',
    email: newEmail(),
    password: 'correct horse battery',
  };
}

function signUp(body: unknown): Promise<HttpAnswer> {
  return httpCall(`${baseUrl}/api/auth/sign-up/email`, { body });
}

function signIn(body: unknown): Promise<HttpAnswer> {
  return httpCall(`${baseUrl}/api/auth/sign-in/email`, { body });
}

function bearer(answer: HttpAnswer): { authorization: string } {
  return { authorization: `Bearer ${String(answer.headers['set-auth-token'])}` };
}

describe('A user', () => {
  it('signs up and in, is let in by the token of either, and signs out, which ends the token', async () => {
    const person = credentials();
    const up = await signUp(person);
    const into = await signIn({ email: person.email, password: person.password });
    for (const answer of [up, into]) {
      expect(answer.status).toBe(200);
      expect((await httpCall(AGENTS, { headers: bearer(answer) })).status).toBe(200);
    }
    const out = await httpCall(`${baseUrl}/api/auth/sign-out`, { headers: bearer(up), body: {} });
    expect(out.status).toBe(200);
    expectRefusal(await httpCall(AGENTS, { headers: bearer(up) }), 401);
    expectRefusal(await signIn({ email: person.email, password: 'something else' }), 401);
    expectRefusal(await signUp(person), 422);
  });

  it('may read and write with the cookie from our own pages, and not from another site', async () => {
    const [cookie = ''] = (await signUp(credentials())).headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/HttpOnly/i);
    const own = { cookie: cookie.split(';', 1)[0] ?? '' };
    expect((await httpCall(AGENTS, { headers: own })).status).toBe(200);
    const body = { agent_name: 'Mine', kind: 'interactive' };
    const sameSite = { ...own, 'sec-fetch-site': 'same-origin', origin: baseUrl };
    expect((await httpCall(AGENTS, { headers: sameSite, body })).status).toBe(201);
    const otherSites = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const from of otherSites) {
      const answer = await httpCall(AGENTS, { headers: { ...own, ...from }, body });
      expectRefusal(answer, 403, 'Cross-site request refused');
    }
    expect((await httpCall(AGENTS, { headers: own })).body).toHaveLength(1);
  });
});
