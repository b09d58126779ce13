import { httpCall } from '@svc/testkit';
import { bearer, opensAccount, postApart, signIn, signUp, tokenIn } from './account.js';
import { never } from './attack.js';
import type { Attack } from './attack.js';

const SIGN_INS = 200;

export const ACCOUNT_ATTACKS: readonly Attack[] = [
  {
    name: 'a session as the database stores it',
    shape: 'usual',
    measures: [never('opens the account')],
    async run({ url, sql }) {
      const { email } = await signUp(url);
      const rows = await sql(
        'SELECT s.token FROM session s JOIN "user" u ON u.id = s.user_id WHERE u.email = $1',
        [email],
      );
      const stored = String(rows[0]?.['token']);
      const cookie = `better-auth.session_token=${encodeURIComponent(stored)}`;
      const opened = await Promise.all([opensAccount(url, bearer(stored)), opensAccount(url, { cookie })]);
      return [Number(opened.includes(true))];
    },
  },
  {
    name: 'a session that somebody else has, after a change of the password',
    shape: 'usual',
    measures: [never('opens the account')],
    async run({ url }) {
      const account = await signUp(url);
      const stolen = tokenIn(await signIn(url, account));
      const body = { currentPassword: account.password, newPassword: 'another battery' };
      const changed = await httpCall(`${url}/api/auth/change-password`, {
        body,
        headers: bearer(account.token),
      });
      if (changed.status !== 200) throw new Error(`The password was not changed: ${changed.status}`);
      return [Number(await opensAccount(url, bearer(stolen)))];
    },
  },
  {
    name: 'a profile whose name is a list',
    shape: 'usual',
    measures: [never('breaks a service (500)')],
    async run({ url }) {
      const { token } = await signUp(url);
      const call = { body: { name: [] }, headers: bearer(token) };
      return [Number((await httpCall(`${url}/api/auth/update-user`, call)).status >= 500)];
    },
  },
  {
    name: `${SIGN_INS} sign-ins at once, from eight addresses`,
    shape: 'usual',
    measures: [{ what: 'wait of a neighbour (p99), beyond that at rest', unit: 'ms', max: 200 }],
    async run({ url, neighbour }) {
      const tryOne = (index: number): Promise<unknown> =>
        postApart(`${url}/api/auth/sign-in/email`, {
          body: { email: `nobody${index}@example.org`, password: 'no such password' },
          from: `203.0.113.${index % 8}`,
        });
      const all = (): Promise<unknown> =>
        Promise.all(Array.from({ length: SIGN_INS }, (_, index) => tryOne(index)));
      return [await neighbour.waitBeyondRestMs(all, 0.99)];
    },
  },
];
