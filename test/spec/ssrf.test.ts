import { describe, expect, it } from '@jest/globals';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

/** Loopback over IPv4 is let through in this run, so that receivers of the suite can be reached. */
const NOT_ALLOWED = ['http://10.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://user:password@127.0.0.1/'];

describe('A webhook_url', () => {
  const bench = useProduct();

  it.each(NOT_ALLOWED)(
    'to an address that is not public is 422, when an agent is created and changed: %s',
    async (url) => {
      const body = { agent_name: 'Probe', kind: 'interactive', webhook_url: url };
      const created = await bench.person.call('/agents', { body });
      expectRefusal(created, 422);
      expect((created.body as { detail: string }).detail).toMatch(/^webhook_url is not allowed/);
      const agent = await bench.person.createAgent();
      const change = { method: 'PATCH', body: { agent_name: 'Changed', webhook_url: url } };
      expectRefusal(await bench.person.call(`/agents/${agent.agentId}`, change), 422);
      const unchanged = await bench.person.agent(agent.agentId);
      expect(unchanged).toMatchObject({ agent_name: 'Mailbox', webhook_url: null });
    },
  );

  it('to a public address, and into a network that the operator lets through, is taken', async () => {
    const urls = ['https://93.184.215.14/hook', 'http://[2606:2800:21f::1]/', 'http://127.0.0.1:9/'];
    for (const webhook_url of urls) {
      const agent = await bench.person.createAgent({ webhook_url });
      expect(await bench.person.agent(agent.agentId)).toMatchObject({ webhook_url });
    }
  });
});
