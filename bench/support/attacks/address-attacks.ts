import { httpCall } from '@svc/testkit';
import { signIn, signUp } from './account.js';
import { ADA, MALLORY, SECOND_PROXY } from './addresses.js';
import { never } from './attack.js';
import type { Attack } from './attack.js';
import { TRIGGER_CALLS_OF_ADDRESS } from './shapes.js';

/** The limit of sign-ins from one address by default. */
const WRONG_PASSWORDS = 30;

/** The second attack uses up the sign-ins of a minute, so it comes last. */
export const ADDRESS_ATTACKS: readonly Attack[] = [
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
