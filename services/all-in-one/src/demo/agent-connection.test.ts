import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UserMessageEvent } from '@svc/proto-events';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { AgentConnection } from './agent-connection.js';
import type { KnownEvent } from './agent-connection.js';

let server: WebSocketServer;
let connection: AgentConnection | undefined;
const complain = jest.fn();

beforeEach(async () => {
  complain.mockClear();
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});

afterEach(async () => {
  await connection?.stop();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function connect(handle: (event: KnownEvent) => Promise<void> = async () => {}): void {
  const { port } = server.address() as AddressInfo;
  connection = new AgentConnection({
    socketUrl: `ws://127.0.0.1:${port}`,
    credentials: { agentId: 'agt_1', secret: 'svc_1' },
    handle,
    complain,
    random: () => 0,
  });
  connection.start();
}

/** The next socket that comes, after its auth frame was accepted. */
async function accepted(): Promise<WebSocket> {
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  const [frame] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(frame.toString())).toEqual({
    type: 'auth',
    agent_id: 'agt_1',
    secret: 'svc_1',
    resume: true,
  });
  socket.send(JSON.stringify({ type: 'auth_ok', session_id: 'sess_1', agent_name: 'Ada' }));
  return socket;
}

const message = (text: string): UserMessageEvent => ({
  type: 'user_message',
  text,
  sender_name: 'Grace',
  conversation_id: 'conv_1',
  message_id: `msg_${text}`,
  image_url: null,
  image_urls: null,
  audio_url: null,
});

/** Resolves when so many texts were handled. */
function listener(count: number) {
  const texts: string[] = [];
  let done = (): void => {};
  const all = new Promise<string[]>((resolve) => (done = () => resolve(texts)));
  const handle = async (event: KnownEvent): Promise<void> => {
    if (event.type !== 'user_message') return;
    texts.push(event.text);
    if (texts.length === count) done();
  };
  return { handle, all };
}

describe('an agent connection', () => {
  it('comes back when it breaks', async () => {
    connect();
    (await accepted()).terminate();
    (await accepted()).close(1012);
    await accepted();
    expect(complain).not.toHaveBeenCalled();
  });

  it.each([4003, 4004, 4010])('says that it stays away after %d', async (code) => {
    const said = new Promise((resolve) => complain.mockImplementationOnce(resolve));
    connect();
    (await accepted()).close(code);
    expect(await said).toContain(String(code));
  });

  it('handles an event once, in order, and outlives what is no event', async () => {
    const { handle, all } = listener(3);
    connect(handle);
    const socket = await accepted();
    socket.send('not JSON');
    socket.send(JSON.stringify({ type: 'of a later version' }));
    for (const text of ['a', 'b', 'a', 'c']) socket.send(JSON.stringify(message(text)));
    expect(await all).toEqual(['a', 'b', 'c']);
  });

  it('takes an event again that it could not handle', async () => {
    const { handle, all } = listener(1);
    let failures = 0;
    connect(async (event) => {
      failures += 1;
      if (failures === 1) throw new Error('not now');
      await handle(event);
    });
    const socket = await accepted();
    socket.send(JSON.stringify(message('a')));
    socket.send(JSON.stringify(message('a')));
    expect(await all).toEqual(['a']);
    expect(complain).toHaveBeenCalledTimes(1);
  });

  it('finishes what has come when it is stopped, and does not come back', async () => {
    const order: string[] = [];
    let release = (): void => {};
    const begun = new Promise<void>((resolveBegun) => {
      connect(async () => {
        resolveBegun();
        await new Promise<void>((resolve) => (release = resolve));
        order.push('handled');
      });
    });
    const socket = await accepted();
    socket.send(JSON.stringify(message('a')));
    await begun;
    const stopped = connection?.stop().then(() => order.push('stopped'));
    release();
    await stopped;
    expect(order).toEqual(['handled', 'stopped']);
  });
});
