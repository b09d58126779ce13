import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { jest } from '@jest/globals';
import { WebhookReceiver } from '@svc/testkit';
import { createWebhookGuard, resolveHost, WebhookAddressError } from './webhook-guard.js';

const PUBLIC = '93.184.216.34';
const NOT_PUBLIC = 'does not resolve, or not to public addresses alone';

function guardFor(answers: Record<string, string[]>, allowedNetworks: string[] = []) {
  return createWebhookGuard({
    allowedNetworks,
    sleep: async () => undefined,
    resolve: async (hostname) => {
      const found = answers[hostname];
      if (found === undefined) throw new Error(`ENOTFOUND ${hostname}`);
      return found;
    },
  });
}

function lookupAll(lookup: LookupFunction, hostname: string) {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

describe('a webhook_url at save', () => {
  afterEach(() => void jest.useRealTimers());

  it('is accepted if every address of its host is public', async () => {
    const guard = guardFor({ 'hooks.example.com': [PUBLIC, '2606:4700:4700::1111'] });
    await expect(guard.vet('https://hooks.example.com:8443/in?a=1')).resolves.toBeUndefined();
    await expect(guard.vet(`http://${PUBLIC}/`)).resolves.toBeUndefined();
    await expect(guard.vet('https://[2606:4700:4700::1111]/')).resolves.toBeUndefined();
  });

  it.each([
    ['no URL', 'hooks.example.com', 'not a URL'],
    ['another scheme', 'ftp://hooks.example.com/', 'http or https'],
    ['a file', 'file:///etc/passwd', 'http or https'],
    ['credentials', 'https://user:word@hooks.example.com/', 'credentials'],
    ['a user name alone', 'https://user@hooks.example.com/', 'credentials'],
    ['too many characters', `https://hooks.example.com/${'a'.repeat(2_048)}`, '2048'],
    ['a name that does not resolve', 'https://nowhere.example.com/', 'does not resolve'],
    ['a name without an address', 'https://empty.example.com/', 'does not resolve'],
    ['a private address', 'http://10.0.0.1/', 'not a public address'],
    ['loopback in decimal', 'http://2130706433/', 'not a public address'],
    ['loopback in octal', 'http://0177.0.0.1/', 'not a public address'],
    ['loopback in hex', 'http://0x7f.1/', 'not a public address'],
    ['loopback in full-width digits', 'http://１２７.0.0.1/', 'not a public address'],
    ['a literal in IPv6 dress', 'http://[::ffff:169.254.169.254]/', 'not a public address'],
    ['a name with one private address among public ones', 'https://mixed.example.com/', NOT_PUBLIC],
  ])('is refused: %s', async (_case, url, reason) => {
    const guard = guardFor({
      'hooks.example.com': [PUBLIC],
      'empty.example.com': [],
      'mixed.example.com': [PUBLIC, '10.0.0.1'],
    });
    await expect(guard.vet(url)).rejects.toMatchObject({
      code: 'webhook_url_not_allowed',
      status: 422,
      detail: expect.stringContaining(reason),
    });
  });

  it('does not tell by its error or its time whether a name exists, or what it resolves to', async () => {
    const waits: number[] = [];
    const guard = createWebhookGuard({
      sleep: async (durationMs) => void waits.push(durationMs),
      async resolve(hostname) {
        if (hostname === 'inside.example.com') return ['10.1.2.3'];
        if (hostname === 'empty.example.com') return [];
        throw Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
      },
    });
    const hosts = ['inside', 'empty', 'nowhere'].map((name) => `${name}.example.com`);
    const seen = new Set<string>();
    for (const host of hosts) {
      const startedMs = performance.now();
      const refusal: unknown = await guard.vet(`https://${host}/`).catch((error: unknown) => error);
      // With the wait, the refusal takes a whole second.
      expect(waits.at(-1)).toBeLessThanOrEqual(1_000);
      expect(waits.at(-1)).toBeGreaterThanOrEqual(1_000 - (performance.now() - startedMs));
      const atConnection: unknown = await lookupAll(guard.lookup, host).catch((error: unknown) => error);
      seen.add(`${JSON.stringify(refusal)} ${String(refusal)} ${String(atConnection)}`);
    }
    expect([...seen]).toEqual([expect.stringContaining(NOT_PUBLIC)]);
    expect([...seen].join()).not.toContain('10.1.2.3');
    expect(waits).toHaveLength(2 * hosts.length);
  });

  it('is refused if its name has not resolved after 5 seconds', async () => {
    jest.useFakeTimers();
    const guard = createWebhookGuard({ resolve: () => new Promise(() => {}), sleep: async () => {} });
    const vetting = expect(guard.vet('https://slow.example.com/')).rejects.toMatchObject({
      detail: expect.stringContaining('does not resolve'),
    });
    await jest.advanceTimersByTimeAsync(6_000);
    await vetting;
  });
});

describe('a connection', () => {
  it('gets all addresses that were checked, and no other', async () => {
    const { lookup } = guardFor({ 'hooks.example.com': [PUBLIC, '2606:4700:4700::1111'] });
    await expect(lookupAll(lookup, 'hooks.example.com')).resolves.toEqual([
      { address: PUBLIC, family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  it('is refused if one of several addresses is private', async () => {
    const { lookup } = guardFor({ 'mixed.example.com': [PUBLIC, '::1'] });
    await expect(lookupAll(lookup, 'mixed.example.com')).rejects.toBeInstanceOf(WebhookAddressError);
  });

  it('is refused if the name was rebound to a private address after it was saved', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const guard = createWebhookGuard({ resolve: async () => answers.shift() ?? [] });
    await guard.vet('https://rebound.example.com/');
    await expect(lookupAll(guard.lookup, 'rebound.example.com')).rejects.toBeInstanceOf(WebhookAddressError);
  });

  it('resolves once: what was checked is what is connected to', async () => {
    const receiver = await WebhookReceiver.open();
    const resolve = jest.fn(async () => ['127.0.0.1']);
    const { lookup } = createWebhookGuard({ resolve, allowedNetworks: ['127.0.0.0/8'] });
    const { port } = new URL(receiver.url);
    const agent = new Agent({ lookup });
    const called = get({ host: 'hooks.example.com', port, agent });
    const [response] = (await once(called, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(200);
    expect(resolve).toHaveBeenCalledTimes(1);
    agent.destroy();
    await receiver.close();
  });

  it('to a literal address is checked without a lookup', () => {
    const guard = guardFor({}, ['127.0.0.0/8']);
    expect(() => guard.vetLiteral(new URL('http://127.0.0.1/'))).not.toThrow();
    expect(() => guard.vetLiteral(new URL('http://[::1]/'))).toThrow(WebhookAddressError);
    expect(() => guard.vetLiteral(new URL('http://0x0a.1/'))).toThrow(WebhookAddressError);
    expect(() => guard.vetLiteral(new URL('ftp://example.com/'))).toThrow(WebhookAddressError);
    expect(() => guard.vetLiteral(new URL('http://a.example.com/'))).not.toThrow();
  });
});

it('knows the names of the hosts file', async () => {
  const addresses = await resolveHost('localhost');
  expect(addresses.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
  expect(addresses.length).toBeGreaterThan(0);
});

it('rejects a name that nobody knows', async () => {
  await expect(resolveHost('nobody-knows-this-name')).rejects.toThrow();
});
