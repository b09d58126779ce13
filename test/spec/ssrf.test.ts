/** @any-shape One package decides which addresses a webhook may have. */
import { describe, expect, it } from '@jest/globals';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

/** Loopback over IPv4 is let through in this run, so that receivers of the suite can be reached. */
const NOT_ALLOWED = [
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1:8080/hook',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://168.63.129.16/machine?comp=goalstate',
  'http://192.0.0.192/',
  'http://0.0.0.0/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://167772161/',
  'http://0x0a000001/',
  'http://012.0.0.1/',
  'http://10.1/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:a00:1]/',
  'http://[::ffff:168.63.129.16]/',
  'http://[64:ff9b::168.63.129.16]/',
  'http://[2002:a83f:8110::1]/',
  'http://[2001::1]/',
  'http://[fd00:ec2::254]/',
  'http://[::10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:a00:1::]/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://user:password@127.0.0.1/',
];
const NO_URLS = [
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'nonsense',
  '',
];

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

  it.each(NO_URLS)('that is no http or https URL is 422: "%s"', async (webhook_url) => {
    const body = { agent_name: 'Probe', kind: 'interactive', webhook_url };
    expectRefusal(await bench.person.call('/agents', { body }), 422);
  });

  it('that is longer than 2,048 characters, or no text, is 422', async () => {
    for (const webhook_url of [`http://127.0.0.1/${'x'.repeat(2_048)}`, 1, {}, [], true]) {
      const body = { agent_name: 'Probe', kind: 'interactive', webhook_url };
      expectRefusal(await bench.person.call('/agents', { body }), 422);
    }
  });

  it('to a public address, and into a network that the operator lets through, is taken', async () => {
    for (const webhook_url of [
      'https://93.184.215.14/hook',
      'http://[2606:2800:21f::1]/',
      'http://127.0.0.1:9/',
    ]) {
      const agent = await bench.person.createAgent({ webhook_url });
      expect(await bench.person.agent(agent.agentId)).toMatchObject({ webhook_url });
    }
  });

  it('does not lead further than itself: a redirect to a private address is not followed', async () => {
    const receiver = await bench.receive((delivery, response) => {
      const isLast = delivery.headers['x-svc-retry-num'] === '1';
      response.writeHead(isLast ? 200 : 302, { location: 'http://169.254.169.254/' }).end();
    });
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.send(agent.agentId, 'Do not stray');
    const { attempts } = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(attempts.map(({ status_code }) => status_code)).toEqual([302, 200]);
  });
});
