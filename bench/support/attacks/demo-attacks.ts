import { httpCall } from '@svc/testkit';
import { bearer, signIn, signUp } from './account.js';
import { never } from './attack.js';
import type { Attack } from './attack.js';
import { DEMO_LOGIN } from './shapes.js';

/** Each needs a demo that nobody has reached from outside yet. */
export const DEMO_ATTACKS: readonly Attack[] = [
  {
    name: 'the demo’s known password through a tunnel',
    shape: 'demo behind a host',
    measures: [never('opens the account')],
    async run({ url }) {
      return [Number((await signIn(url, DEMO_LOGIN, { host: 'abc.tunnel.example' })).status === 200)];
    },
  },
  {
    name: 'a webhook to loopback, by an account made through a proxy, where the demo runs',
    shape: 'demo behind a header',
    measures: [never('passes the guard')],
    async run({ url }) {
      const from = { 'x-forwarded-for': '203.0.113.66' };
      const { token } = await signUp(url, from);
      const body = { agent_name: 'Probe', kind: 'interactive', webhook_url: 'http://127.0.0.1:9/' };
      const headers = { ...from, ...bearer(token) };
      return [Number((await httpCall(`${url}/api/client/agents`, { body, headers })).status === 201)];
    },
  },
];
