import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressReader, answerEarly, freePort } from '@svc/runtime';
import { listening } from '@svc/testkit';
import { WebSocket, WebSocketServer } from 'ws';
import { createEdgeProxy, kindsNotReady } from './edge-proxy.js';

type StandIn = Awaited<ReturnType<typeof standIn>>;

const KINDS = ['gateway', 'websocket-hub', 'trigger-intake', 'webhook-dispatcher', 'scheduler'];

describe('edge proxy', () => {
  let members: StandIn[];
  let edgeProxy: ReturnType<typeof createEdgeProxy>;
  let base: string;

  beforeEach(async () => {
    const kinds = [...KINDS, 'gateway'];
    members = await Promise.all(kinds.map((kind, index) => standIn(kind, `${kind}-${index}`)));
    edgeProxy = createEdgeProxy(() => members, addressReader(['192.0.2.0/24', '127.0.0.1/32']));
    base = (await listening(edgeProxy.server)).url;
  });

  afterEach(async () => {
    edgeProxy.stopAccepting();
    edgeProxy.destroy();
    await Promise.all(members.map(close));
  });

  it.each([
    ['malformed HTTP', 'nonsense\r\n\r\n', 400],
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('refuses %s as a service does', async (_what, sent, status) => {
    const [head = '', body = ''] = (await raw(base, sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1[.]1 ${status} [^]*\r\nContent-Type: application/json\r\n`));
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
  });

  it('passes on a request that expects what no server knows', async () => {
    const sent = 'GET /api/x HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n';
    expect(await raw(base, sent)).toMatch(/^HTTP\/1[.]1 200 [^]*"url":"\/api\/x"/);
  });

  it('keeps the connection of a caller whose body has no length, so that a refusal reaches one that is still sending', async () => {
    const chunked =
      'POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n';
    const next = 'GET /api/y HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    expect(await raw(base, chunked + next)).toMatch(/"url":"\/api\/x"[^]*"url":"\/api\/y"/);
  });

  it.each([
    ['keep-alive', /"url":"\/api\/y"/],
    // Nothing may follow, and what does is read all the same.
    ['close', /^HTTP\/1.1 400 /],
  ])(
    'keeps the connection of a caller that is refused while it sends, though it asked for %s',
    async (connection, answered) => {
      const refusing = createServer((request, response) => {
        response.writeHead(413, { 'content-length': 2 });
        answerEarly(request, response, '{}');
      });
      memberNamed('trigger-intake-2').port = (await listening(refusing)).port;
      const socket = connect(Number(new URL(base).port), '127.0.0.1');
      socket.write(
        `POST /webhook/x HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`,
      );
      const [refusal] = (await once(socket, 'data')) as [Buffer];
      expect(refusal.toString()).toMatch(/^HTTP\/1.1 413 /);
      socket.write('0\r\n\r\nGET /api/y HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toMatch(answered);
      refusing.close();
    },
  );

  it('takes the members of a kind in turn', async () => {
    const names = [];
    for (let call = 0; call < 4; call++) names.push(await answeredBy(base));
    expect(new Set(names.slice(0, 2))).toEqual(new Set(['gateway-0', 'gateway-5']));
    expect(names.slice(2)).toEqual(names.slice(0, 2));
  });

  it('leaves out a member that is not ready, and refuses with 503 when none is', async () => {
    memberNamed('gateway-0').ready = false;
    for (let call = 0; call < 3; call++) expect(await answeredBy(base)).toBe('gateway-5');
    memberNamed('gateway-5').ready = false;
    const response = await fetch(`${base}/`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ detail: 'Temporarily unavailable' });
  });

  it('takes another member when one refuses the connection, with the whole body', async () => {
    memberNamed('gateway-0').port = await freePort();
    const body = 'x'.repeat(200_000);
    for (let call = 0; call < 4; call++) {
      const answer = await (await fetch(`${base}/`, { method: 'POST', body })).json();
      expect(answer).toMatchObject({ by: 'gateway-5', body });
    }
  });

  it('answers 502 when every member refuses', async () => {
    for (const name of ['gateway-0', 'gateway-5']) memberNamed(name).port = await freePort();
    expect((await fetch(`${base}/`)).status).toBe(502);
  });

  it('names the caller behind trusted proxies, and nothing that it says itself', async () => {
    const headers = { 'x-forwarded-for': '10.6.6.6, 203.0.113.9, 192.0.2.1' };
    await fetch(`${base}/webhook/abc`, { method: 'POST', headers });
    expect(memberNamed('trigger-intake-2').seen[0]?.headers['x-forwarded-for']).toBe('203.0.113.9');
  });

  it('carries sockets to a hub in both directions, past a hub that refuses', async () => {
    members.push({ ...(await standIn('websocket-hub', 'gone')), port: await freePort() });
    for (let call = 0; call < 2; call++) {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/agent/agt_1`);
      await once(socket, 'open');
      socket.send('over there?');
      expect(String((await once(socket, 'message'))[0])).toBe('over there?');
      socket.close(1000);
      expect((await once(socket, 'close'))[0]).toBe(1000);
    }
  });

  it('refuses a socket with 503 while no hub is ready', async () => {
    memberNamed('websocket-hub-1').ready = false;
    const socket = new WebSocket(`${base.replace('http', 'ws')}/ws/agent/agt_1`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('503');
  });

  it('is ready when every kind has a ready member', async () => {
    expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    memberNamed('gateway-0').ready = false;
    expect((await fetch(`${base}/health/ready`)).status).toBe(200);
    memberNamed('scheduler-4').ready = false;
    const response = await fetch(`${base}/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'not ready', waiting_for: ['scheduler'] });
    expect(kindsNotReady(members)).toEqual(['scheduler']);
  });

  function memberNamed(name: string): StandIn {
    const member = members.find((candidate) => candidate.name === name);
    if (!member) throw new Error(`No stand-in ${name}`);
    return member;
  }
});

async function standIn(kind: string, name: string) {
  const seen: IncomingMessage[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    seen.push(request);
    const answer = { by: name, method: request.method, url: request.url, body: await text(request) };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  // As the services do.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
  );
  return { kind, name, port: (await listening(server)).port, ready: true, server, seen };
}

async function answeredBy(base: string): Promise<string> {
  return ((await (await fetch(`${base}/`)).json()) as { by: string }).by;
}

/** Everything that comes back on a connection of its own until it is closed. */
async function raw(base: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

async function close({ server }: StandIn): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
