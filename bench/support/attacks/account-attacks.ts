import { httpCall } from '@svc/testkit';
import { bearer, opensAccount, signIn, signUp, tokenIn } from './account.js';
import { never } from './attack.js';
import type { Attack } from './attack.js';

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
];
