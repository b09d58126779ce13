import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '@svc/broker';
import { toClients } from '@svc/proto-events';
import type { SessionProof, UserSession } from '@svc/sign-in';
import { PUBLIC_BASE_URL, TestSocket, useHub } from './hub.suite.js';
import type { RunningHub } from './hub.suite.js';
import type { HubLimits } from './limits.js';

const bench = useHub();

/** Sessions by token; their user has the same name with another prefix. */
const sessions = new Set<string>();
let lookUp: (token: string) => Promise<boolean> = async (token) => sessions.has(token);
const users = {
  async findSession(proof: SessionProof): Promise<UserSession | null> {
    const token =
      proof.kind === 'bearer' ? proof.token : (/session_token=([\w~]+)/.exec(proof.cookie)?.[1] ?? '');
    if (!(await lookUp(token))) return null;
    const userId = token.replace(/~.*/, '');
    return { sessionId: token, user: { userId, name: userId }, expiresAtMs: Infinity };
  },
  openAmong: async (ids: readonly string[]) => new Set(ids.filter((id) => sessions.has(id))),
};

beforeEach(() => {
  sessions.clear();
  sessions.add('ursula~1');
  lookUp = async (token) => sessions.has(token);
});

function startHub(limits: Partial<HubLimits> = {}): Promise<RunningHub> {
  return bench.startHub({ clientSessionCheckMs: 20, ...limits }, undefined, { users });
}

function open(hub: RunningHub, options?: ConstructorParameters<typeof TestSocket>[1]): TestSocket {
  return new TestSocket(`${hub.url}/ws/client`, options);
}

async function connect(hub: RunningHub, token = 'ursula~1', options?: { answersPings?: boolean }) {
  sessions.add(token);
  const socket = open(hub, options);
  await socket.opened();
  socket.send({ type: 'auth', token });
  await Promise.race([socket.frames.atLeast(1), socket.closed]);
  return socket;
}

function withCookie(token: string, origin = PUBLIC_BASE_URL) {
  return { headers: { cookie: `better-auth.session_token=${token}`, origin } };
}

const hintTo = (userId: string, messageId = 'msg_1') =>
  bench.broker.publish(toClients(), {
    type: 'message',
    user_id: userId,
    agent_id: 'agt_1',
    conversation_id: 'conv_1',
    message_id: messageId,
  });

const CHANGE = { type: 'message', agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' };

describe('a client app', () => {
  it('is let in by the token in its first frame, and told what changed', async () => {
    const hub = await startHub();
    const socket = await connect(hub);
    await hintTo('ursula');
    expect(await socket.frames.atLeast(2)).toEqual([{ type: 'auth_ok' }, CHANGE]);
  });

  it('is let in by its session cookie alone', async () => {
    const hub = await startHub();
    const socket = open(hub, withCookie('ursula~1'));
    await socket.frames.atLeast(1);
    await hintTo('ursula');
    expect(await socket.frames.atLeast(2)).toEqual([{ type: 'auth_ok' }, CHANGE]);
  });

  it('is told nothing of another user, and nothing before it is let in', async () => {
    const hub = await startHub();
    const [mine, other, silent] = [await connect(hub), await connect(hub, 'otto~1'), open(hub)];
    await silent.opened();
    await hintTo('otto');
    await hintTo('ursula');
    await Promise.all([mine.frames.atLeast(2), other.frames.atLeast(2)]);
    expect(mine.frames.items).toHaveLength(2);
    expect(other.frames.items).toHaveLength(2);
    expect(silent.frames.items).toEqual([]);
  });

  it('is told by whichever hub it is connected to', async () => {
    const hubs = [await startHub(), await startHub()];
    const sockets = await Promise.all(hubs.map((hub) => connect(hub)));
    await hintTo('ursula');
    for (const socket of sockets) expect((await socket.frames.atLeast(2))[1]).toEqual(CHANGE);
  });

  it('is told on each of its sockets', async () => {
    const hub = await startHub();
    const sockets = [await connect(hub), await connect(hub), await connect(hub, 'ursula~2')];
    await hintTo('ursula');
    for (const socket of sockets) expect((await socket.frames.atLeast(2))[1]).toEqual(CHANGE);
  });

  it('is refused with 4003 for a token or cookie that opens no session', async () => {
    const hub = await startHub();
    const socket = open(hub);
    await socket.opened();
    socket.send({ type: 'auth', token: 'wrong' });
    expect((await socket.closed).code).toBe(4003);
    expect((await open(hub, withCookie('wrong')).closed).code).toBe(4003);
  });

  it('is refused with 4001 for a first frame that is no auth frame, and for none in time', async () => {
    const hub = await startHub({ authTimeoutMs: 1_000 });
    const bad = ['no json', '[]', { type: 'auth' }, { type: 'auth', token: 'a\nb' }, Buffer.from('{}')];
    for (const frame of bad) {
      const socket = open(hub);
      await socket.opened();
      socket.send(frame);
      expect((await socket.closed).code).toBe(4001);
    }
    expect((await open(hub).closed).code).toBe(4001);
  });

  it('is not looked up when it has gone before its turn came', async () => {
    const hub = await startHub({ clientLookUpsMax: 1 });
    const asked: string[] = [];
    let answer = (_isFound: boolean): void => {};
    lookUp = (token) => {
      asked.push(token);
      return new Promise((resolve) => (answer = resolve));
    };
    const first = open(hub, withCookie('ursula~1'));
    const gone = open(hub, withCookie('otto~1'));
    await Promise.all([first.opened(), gone.opened()]);
    gone.socket.terminate();
    await gone.closed;
    const last = open(hub, withCookie('ursula~2'));
    await last.opened();
    lookUp = async (token) => asked.push(token) > 0;
    answer(true);
    await Promise.all([first.frames.atLeast(1), last.frames.atLeast(1)]);
    expect(asked).toEqual(['ursula~1', 'ursula~2']);
  });

  it('is closed with 1011 when it cannot be found out who it is', async () => {
    const hub = await startHub();
    lookUp = () => Promise.reject(new Error('The database is away'));
    const socket = await connect(hub);
    expect((await socket.closed).code).toBe(1011);
  });
});

describe('a page of another site', () => {
  it('cannot open a socket with the user’s cookie', async () => {
    const hub = await startHub();
    expect(await refusal(hub, withCookie('ursula~1', 'http://evil.example').headers)).toEqual({
      status: 403,
      body: { detail: 'Cross-site request refused' },
    });
  });
});

describe('frames from a client app', () => {
  it('are answered with an error frame once it is let in', async () => {
    const hub = await startHub();
    const socket = await connect(hub);
    socket.send({ type: 'message', text: 'hi' });
    const [, answer] = await socket.frames.atLeast(2);
    expect(answer).toEqual({ type: 'error', detail: expect.any(String) });
  });

  it('close it with 4008 when they are many, also while it is being let in', async () => {
    const hub = await startHub({ clientFramesBurst: 5 });
    const socket = await connect(hub);
    for (let count = 0; count < 10; count += 1) socket.send('{}');
    expect((await socket.closed).code).toBe(4008);
    let letIn = (_isFound: boolean): void => {};
    lookUp = () => new Promise((resolve) => (letIn = resolve));
    const eager = open(hub, withCookie('ursula~1'));
    await eager.opened();
    for (let count = 0; count < 10; count += 1) eager.send('{}');
    expect((await eager.closed).code).toBe(4008);
    letIn(true);
  });

  it('close it with 1009 when they are over 4 KiB', async () => {
    const hub = await startHub();
    const socket = await connect(hub);
    socket.send('x'.repeat(4 * 1024 + 1));
    expect((await socket.closed).code).toBe(1009);
  });
});

describe('a client app’s socket', () => {
  it('is closed with 4010 when its session ends, while the user’s other sessions go on', async () => {
    const hub = await startHub();
    const [gone, stays] = [await connect(hub), await connect(hub, 'ursula~2')];
    sessions.delete('ursula~1');
    expect((await gone.closed).code).toBe(4010);
    await hintTo('ursula');
    expect((await stays.frames.atLeast(2))[1]).toEqual(CHANGE);
  });

  it('is closed at once when a hint tells that sessions of its user have ended', async () => {
    const hub = await startHub({ clientSessionCheckMs: 3_600_000 });
    const [gone, stays] = [await connect(hub), await connect(hub, 'ursula~2')];
    sessions.delete('ursula~1');
    await bench.broker.publish(toClients(), { type: 'sessions', user_id: 'ursula' });
    expect((await gone.closed).code).toBe(4010);
    await hintTo('ursula');
    expect((await stays.frames.atLeast(2))[1]).toEqual(CHANGE);
  });

  it('makes room with 1008 when it is the oldest of too many, and others are not touched', async () => {
    const hub = await startHub({ clientSocketsPerUserMax: 3 });
    const other = await connect(hub, 'otto~1');
    const sockets = [];
    for (let count = 0; count < 4; count += 1) sockets.push(await connect(hub));
    expect((await sockets[0]!.closed).code).toBe(1008);
    expect([...sockets.slice(1), other].map(({ socket }) => socket.readyState)).toEqual([1, 1, 1, 1]);
  });

  it('is refused with 503 when there are too many, or too many that are not let in', async () => {
    const crowded = await startHub({ clientSocketsMax: 1 });
    await connect(crowded);
    expect((await refusal(crowded, {})).status).toBe(503);
    const flooded = await startHub({ clientUnauthenticatedMax: 1 });
    await open(flooded).opened();
    expect((await refusal(flooded, {})).status).toBe(503);
  });

  it('is pinged when nothing happens, and closed with 4009 when it does not answer', async () => {
    const hub = await startHub({ clientPingMs: 30, pongTimeoutMs: 1_000 });
    const [answers, silent] = [await connect(hub), await connect(hub, 'ursula~1', { answersPings: false })];
    expect((await silent.closed).code).toBe(4009);
    expect(answers.socket.readyState).toBe(1);
  });

  it('is closed with 1012 when the hub stops', async () => {
    const hub = await startHub();
    const socket = await connect(hub);
    await hub.stop();
    expect((await socket.closed).code).toBe(1012);
  });

  it('stays open when agents come and go, and is told of it', async () => {
    const hub = await startHub();
    const agent = await bench.addAgent();
    const client = await connect(hub, agent.ownerId);
    const agentSocket = await hub.connect(agent);
    const online = { type: 'agent', agent_id: agent.agentId };
    expect((await client.frames.atLeast(2))[1]).toEqual(online);
    const { eventId } = await bench.send(agent, 'hello');
    const event = { type: 'event', agent_id: agent.agentId, event_id: eventId };
    expect((await client.frames.atLeast(3))[2]).toEqual(event);
    agentSocket.socket.close();
    expect((await client.frames.atLeast(4))[3]).toEqual(online);
  });
});

describe('hints that were lost because the broker was away', () => {
  it('make the sockets close with 1012, so that the client apps read everything again', async () => {
    let reconnects = 0;
    const broker = new Proxy<Broker>(bench.broker, {
      get(target, name: keyof Broker) {
        if (name === 'stats') return () => ({ ...target.stats(), reconnects });
        return (target[name] as () => unknown).bind(target);
      },
    });
    const hub = await bench.startHub({}, undefined, { users, broker });
    const before = await connect(hub);
    reconnects = 1;
    expect((await before.closed).code).toBe(1012);
    const after = await connect(hub);
    await hintTo('ursula');
    expect((await after.frames.atLeast(2))[1]).toEqual(CHANGE);
  });
});

/** What an upgrade that is refused is answered. */
async function refusal(hub: RunningHub, headers: Record<string, string>) {
  const upgrading = request(`${hub.url.replace('ws', 'http')}/ws/client`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'x'.repeat(22) + '==',
      ...headers,
    },
  });
  upgrading.end();
  const [response] = (await once(upgrading, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, body: JSON.parse(text) as unknown };
}
