import { Agent, get } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Signal } from '@svc/testkit';
import { HttpServer } from './http-server.js';
import { silent, useServers } from './served.suite.js';

const serve = useServers();

/** Everything the server writes on a raw connection until it closes it. */
async function raw(server: HttpServer, sent: string): Promise<string> {
  const socket = await open(server);
  socket.write(sent);
  return text(socket);
}

async function open(server: HttpServer): Promise<Socket> {
  const socket = connect(server.address().port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Resolves once connections to the port are refused. */
async function refusal(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isRefused = await new Promise((resolve) => {
      socket.once('error', () => resolve(true)).once('connect', () => resolve(false));
    });
    socket.destroy();
    if (isRefused) return;
  }
}

const ok: RequestListener = (_request, response) => void response.end('ok');

describe('HttpServer', () => {
  it('rejects start when the address is taken', async () => {
    const { port } = (await serve(ok)).address();
    const second = new HttpServer({ host: '127.0.0.1', port, listener: ok, logger: silent });
    await expect(second.start()).rejects.toThrow('EADDRINUSE');
    await second.stop();
  });

  it('may be stopped before it was started, and more than once', async () => {
    const server = new HttpServer({ host: '127.0.0.1', port: 0, listener: ok, logger: silent });
    await server.stop();
    await server.stop();
    await expect(server.start()).rejects.toThrow('was stopped');
  });

  it('answers headers over the bound with 431', async () => {
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
    const answer = await raw(await serve(ok), long);
    expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*"detail"/);
  });

  it('answers a request that expects what no server knows as any other', async () => {
    const sent = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n';
    expect(await raw(await serve(ok), sent)).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok/);
  });

  it('answers a request that does not arrive in time with 408', async () => {
    const server = await serve(() => undefined, { requestTimeoutMs: 1_000 });
    const answer = await raw(server, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*{"detail":"The request took too long to arrive"}$/);
  });

  it('on stop lets a running request finish, with Connection: close, and refuses new connections', async () => {
    const requests = new Signal<ServerResponse>();
    const server = await serve((_request, response) => requests.push(response));
    const { url, port } = server.address();
    const answer = fetch(url);
    const [unanswered] = await requests.atLeast(1);
    const stopped = server.stop();
    await refusal(port);
    unanswered?.end('late but whole');
    const response = await answer;
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toBe('late but whole');
    await stopped;
  });

  it('on stop ends a connection whose answer had begun when it is whole', async () => {
    const requests = new Signal<ServerResponse>();
    const server = await serve((_request, response) => requests.push(response));
    const { port } = server.address();
    const socket = await open(server);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await requests.atLeast(1);
    answer?.write('begun');
    await once(socket, 'readable');
    const stopped = server.stop();
    await refusal(port);
    answer?.end(' and ended');
    expect(await text(socket)).toMatch(/keep-alive[\s\S]*and ended/);
    await stopped;
  });

  it('on stop sends all of an answer that has ended, whatever others end meanwhile', async () => {
    const requests = new Signal<ServerResponse>();
    const server = await serve((_request, response) => requests.push(response));
    const { port } = server.address();
    const [slow, other] = [await open(server), await open(server)];
    for (const socket of [slow, other]) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = await requests.atLeast(2);
    const stopped = server.stop();
    await refusal(port);
    for (const answer of answers) answer.end(Buffer.alloc(20_000_000, 'x'));
    expect((await text(other)).length).toBeGreaterThan(20_000_000);
    expect((await text(slow)).length).toBeGreaterThan(20_000_000);
    await stopped;
  });

  it('on stop still answers a request on a connection that nobody has seen yet', async () => {
    const server = await serve(ok);
    const socket = connect(server.address().port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    // By then the system has taken the connection, and the event loop has not looked.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const stopped = server.stop();
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*ok/);
    await stopped;
  });

  it('on stop closes idle and silent connections', async () => {
    const server = await serve(ok);
    const agent = new Agent({ keepAlive: true });
    const [response] = (await once(get(server.address().url, { agent }), 'response')) as [IncomingMessage];
    await text(response);
    const silent = await open(server);
    const closed = once(silent, 'close');
    await server.stop();
    await closed;
    agent.destroy();
  });

  it('on stop cuts off a request that outlasts the drain', async () => {
    const requests = new Signal<ServerResponse>();
    const server = await serve((_request, response) => requests.push(response), { drainTimeoutMs: 10 });
    const socket = await open(server);
    const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await requests.atLeast(1);
    await server.stop();
    await closed;
  });

  it('goes on when a caller resets an upgrade that it refuses', async () => {
    const server = await serve(ok, { upgrade: () => {} });
    const socket = await open(server);
    socket.on('error', () => {});
    socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nHost: y\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    socket.resetAndDestroy();
    const served = await fetch(server.address().url, { headers: { connection: 'close' } });
    expect(served.status).toBe(200);
  });

  it('hands an upgrade over and does not wait for it on stop', async () => {
    let upgraded: Socket | undefined;
    const server = await serve(ok, {
      upgrade: (_request, socket) => {
        upgraded = socket as Socket;
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
      },
    });
    const socket = await open(server);
    socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
    await once(socket, 'data');
    await server.stop();
    expect(socket.destroyed).toBe(false);
    upgraded?.destroy();
    socket.destroy();
  });
});
