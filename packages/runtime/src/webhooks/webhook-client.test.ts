import { createServer } from 'node:net';
import { answerWith, listening, WebhookReceiver } from '@svc/testkit';
import type { WebhookAnswer } from '@svc/testkit';
import { describeFailure, parseRetryAfter, WebhookClient } from './webhook-client.js';
import { createWebhookGuard, WebhookAddressError } from './webhook-guard.js';

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const NAME_REFUSED = 'The host name does not resolve, or not to public addresses alone';

function client(
  options: { timeoutMs?: number; allowedNetworks?: string[]; names?: Record<string, string[]> } = {},
) {
  const { timeoutMs = 5_000, allowedNetworks = ['127.0.0.0/8'], names } = options;
  const resolve = async (name: string) => names?.[name] ?? [];
  const guard = createWebhookGuard({
    allowedNetworks,
    sleep: async () => undefined,
    ...(names === undefined ? {} : { resolve }),
  });
  const made = new WebhookClient({ guard, timeoutMs });
  endings.push(() => made.close());
  return made;
}

async function receiver(answer?: WebhookAnswer): Promise<WebhookReceiver> {
  const made = await WebhookReceiver.open(answer);
  endings.push(() => made.close());
  return made;
}

/** Answers with these bytes and ends. */
async function rawReceiver(answer: string) {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  endings.push(() => void server.close());
  return { url: (await listening(server)).url, connections: () => count };
}

const request = (url: string) => ({
  ...{ url, headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{}') },
});

describe('the deadline', () => {
  it('holds over the resolution of the name', async () => {
    const guard = createWebhookGuard({ resolve: () => new Promise(() => {}) });
    const waiting = new WebhookClient({ guard, timeoutMs: 30 });
    const result = await waiting.post(request('http://slow.example.com/'));
    expect(result).toMatchObject({ outcome: 'http_timeout' });
    waiting.close();
  });
});

describe('an answer', () => {
  it('is read up to 2 KiB', async () => {
    let sentBytes = 0;
    const { url } = await receiver((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const pump = (): void => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', pump);
      pump();
    });
    const result = await client().post(request(url));
    expect(result).toMatchObject({ outcome: 'delivered', statusCode: 200 });
    expect(result.response).toBe('x'.repeat(2 * 1024));
    // What lay in buffers on the way may exceed the bound, but not the endless rest.
    expect(sentBytes).toBeLessThan(8 * 1024 * 1024);
  });

  it('is kept without characters that the database cannot hold', async () => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(500).end(Buffer.from([65, 0, 255, 66])),
    );
    expect((await client().post(request(url))).response).toBe('A\uFFFD\uFFFDB');
  });

  it('that is compressed is not unpacked', async () => {
    const { url } = await receiver((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    );
    const delivered = { outcome: 'delivered', response: 'not gzip at all' };
    expect(await client().post(request(url))).toMatchObject(delivered);
  });
});

describe('a request that fails', () => {
  it('is an http_error when the answer is not HTTP', async () => {
    const { url } = await rawReceiver('SSH-2.0-OpenSSH\r\n');
    const error = expect.stringContaining('not HTTP');
    expect(await client().post(request(url))).toMatchObject({ outcome: 'http_error', error });
  });

  it('is an http_error when the answer changes the protocol', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
    const { url } = await rawReceiver(answer);
    expect(await client().post(request(url))).toMatchObject({ outcome: 'http_error' });
  });

  it.each([
    ['a literal address', 'http://10.0.0.1/path-with-a-secret', 'The host is not a public address'],
    ['an internal name', 'http://inside.example.com/path-with-a-secret', NAME_REFUSED],
    ['a name that does not exist', 'http://nowhere.example.com/path-with-a-secret', NAME_REFUSED],
  ])(
    'is an http_error when the guard refuses %s, and tells neither address nor path',
    async (_case, url, error) => {
      const guarded = client({ names: { 'inside.example.com': ['10.0.0.1'] } });
      expect(await guarded.post(request(url))).toMatchObject({ outcome: 'http_error', error });
    },
  );

  it('is sent once, whatever broke off', async () => {
    for (const answer of ['', 'HTTP/1.1 2', 'HTTP/1.1 103 Early Hints\r\n\r\n']) {
      const { url, connections } = await rawReceiver(answer);
      expect(await client().post(request(url))).toMatchObject({ outcome: 'http_error' });
      expect(connections()).toBe(1);
    }
  });

  it('is aborted, not failed, when the process stops, also beside connections that end', async () => {
    const { url, deliveries } = await receiver(({ headers }, response) => {
      if (headers['x-ends'] === undefined) return;
      response.writeHead(204, { connection: 'close' }).end();
    });
    const stopped = client();
    const hanging = [stopped.post(request(url)), stopped.post(request(url))];
    const ending = { ...request(url), headers: { 'X-Ends': '1' } };
    expect(await stopped.post(ending)).toMatchObject({ outcome: 'delivered' });
    hanging.push(stopped.post(request(url)));
    await deliveries.atLeast(4);
    stopped.abortAll();
    for (const result of await Promise.all(hanging)) expect(result).toMatchObject({ outcome: 'aborted' });
  });
});

it('a proxy of the environment is ignored', async () => {
  const proxy = await receiver();
  const target = await receiver(answerWith(204));
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = proxy.url;
  try {
    expect(await client().post(request(target.url))).toMatchObject({ statusCode: 204 });
  } finally {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  }
  expect(proxy.deliveries.items).toEqual([]);
});

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
])('asks for a wait: %j', (value, waitMs) => expect(parseRetryAfter(value, NOW_MS)).toBe(waitMs));

it.each([
  ['-5'],
  ['1.5'],
  ['soon'],
  [''],
  ['2026-01-01T00:01:00Z'],
  ['Wed, 31 Dec 2025 23:59:00 GMT'],
  ['Thu, nonsense'],
  ['9'.repeat(50)],
  [undefined],
  [['5', '6']],
])('asks for nothing: %j', (value) => expect(parseRetryAfter(value, NOW_MS)).toBeUndefined());

const coded = (code: string, message = 'connect 10.1.2.3:443') => Object.assign(new Error(message), { code });

describe('the text of a failure', () => {
  it.each([
    ['ECONNREFUSED', 'The connection was refused'],
    ['CERT_HAS_EXPIRED', 'The certificate has expired'],
    ['ESOMETHING', 'The request failed (ESOMETHING)'],
  ])('is made of the code %s', (code, text) => expect(describeFailure(coded(code))).toBe(text));

  it('never repeats the message of an error', () => {
    const errors = [coded('ECONNRESET'), coded('not a code'), new Error('10.1.2.3'), 'svc_secret', null];
    for (const error of errors) expect(describeFailure(error)).not.toMatch(/10\.1\.2\.3|secret/);
  });

  it('tells that the guard refused, however deep that lies', () => {
    const refused = new WebhookAddressError('The host is not a public address');
    const by = (cause: Error) => describeFailure(new Error('outer', { cause }));
    expect(by(coded('EOUTER', 'x'))).toBe('The request failed (EOUTER)');
    expect(by(refused)).toBe('The host is not a public address');
  });
});
