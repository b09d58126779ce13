import { sleep } from '@svc/runtime';
import { httpCall } from '@svc/testkit';
import { bearer, opensAccount, postApart, signIn, signUp } from './account.js';
import { ADA, MALLORY, SECOND_PROXY } from './addresses.js';
import { never, WAIT_OF_NEIGHBOUR } from './attack.js';
import type { Attack } from './attack.js';
import { TRIGGER_CALLS_OF_ADDRESS } from './shapes.js';

/** The limit of sign-ins from one address by default. */
const WRONG_PASSWORDS = 30;

/** A little more than the limit of wrong credentials by default. */
const WRONG_CREDENTIALS = 62;
const SIGN_OUTS = { count: 240, perSecond: 160 };

/** The last attack uses up the sign-ins of a minute. */
export const ADDRESS_ATTACKS: readonly Attack[] = [
  {
    name: `${WRONG_CREDENTIALS} tokens that are none, and as many wrong secrets of one agent, from one address`,
    shape: 'small',
    measures: [never('shut out an API key there'), never("shut out the agent's right secret there")],
    async run({ url, neighbour: { person, agent } }) {
      const from = { 'x-forwarded-for': MALLORY };
      const body = { name: 'Backup', scopes: ['read'], expires_in_seconds: 3_600 };
      const { secret } = (await person.call('/account/keys', { body })).body as { secret: string };
      for (let count = 0; count < WRONG_CREDENTIALS; count += 1) {
        await opensAccount(url, { ...from, ...bearer(`nonsense${count}`) });
        await agent.call('/api/agent/me', { headers: { ...from, 'x-svc-secret': `svc_${'0'.repeat(40)}` } });
      }
      return [
        Number(!(await opensAccount(url, { ...from, ...bearer(secret) }))),
        Number((await agent.call('/api/agent/me', { headers: from })).status === 429),
      ];
    },
  },
  {
    name: `${SIGN_OUTS.perSecond} sign-outs a second without a session`,
    shape: 'small',
    measures: [WAIT_OF_NEIGHBOUR],
    async run({ url, neighbour }) {
      const one = async (index: number): Promise<void> => {
        await sleep((index / SIGN_OUTS.perSecond) * 1_000);
        await postApart(`${url}/api/auth/sign-out`, { body: {}, from: MALLORY });
      };
      const all = (): Promise<unknown> =>
        Promise.all(Array.from({ length: SIGN_OUTS.count }, (_, index) => one(index)));
      return [await neighbour.waitBeyondRestMs(all)];
    },
  },
  {
    name: 'all calls that one person may make, behind two proxies',
    shape: 'small',
    measures: [never('shut out another person behind them')],
    async run({ url }) {
      const call = async (address: string): Promise<number> => {
        const headers = { 'x-forwarded-for': address + SECOND_PROXY };
        return (await httpCall(`${url}/webhook/${'cd'.repeat(32)}`, { body: {}, headers })).status;
      };
      for (let count = 0; count < TRIGGER_CALLS_OF_ADDRESS; count += 1) await call(MALLORY);
      return [Number((await call(ADA)) === 429)];
    },
  },
  {
    name: 'thirty wrong passwords a minute from one address, behind a proxy',
    shape: 'small',
    measures: [never('shut out others with their right one')],
    async run({ url }) {
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const account = await signUp(url, from(ADA));
      const wrong = { email: 'nobody@example.org', password: 'no such password' };
      for (let count = 0; count < WRONG_PASSWORDS; count += 1) {
        // It counts also where the answer comes too late, as on a machine that is busy otherwise.
        await signIn(url, wrong, from(MALLORY)).catch(() => undefined);
      }
      return [Number((await signIn(url, account, from(ADA))).status === 429)];
    },
  },
];
