import { randomBytes } from 'node:crypto';
import { httpCall } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';

export interface Account {
  email: string;
  password: string;
}

/** Whatever headers say of where the caller is. */
type From = Record<string, string>;

export async function signUp(url: string, from: From = {}): Promise<Account & { token: string }> {
  const account = {
    email: `${randomBytes(8).toString('hex')}@example.org`,
    password: 'correct horse battery',
  };
  const body = { name: 'Ada', ...account };
  const answer = await httpCall(`${url}/api/auth/sign-up/email`, { body, headers: from });
  return { ...account, token: tokenIn(answer) };
}

export function signIn(url: string, { email, password }: Account, from: From = {}): Promise<HttpAnswer> {
  return httpCall(`${url}/api/auth/sign-in/email`, { body: { email, password }, headers: from });
}

/** A call over connections that the neighbour does not wait for. What becomes of it does not matter. */
export async function postApart(url: string, { body, from }: { body: object; from: string }): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  await fetch(url, call).then(
    (answer) => answer.arrayBuffer(),
    () => undefined,
  );
}

/** @throws if the answer is no sign-in that was let through. */
export function tokenIn(answer: HttpAnswer): string {
  const token = answer.headers['set-auth-token'];
  if (typeof token !== 'string') throw new Error(`Signing in was answered ${answer.status}`);
  return token;
}

export async function opensAccount(url: string, headers: Record<string, string>): Promise<boolean> {
  return (await httpCall(`${url}/api/client/agents`, { headers })).status === 200;
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
