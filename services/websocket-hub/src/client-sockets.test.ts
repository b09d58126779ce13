import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Broker } from '@svc/broker';
import { toClients } from '@svc/proto-events';
import type { SessionProof, UserSession } from '@svc/sign-in';
import { WebSocket } from 'ws';
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

const startHub = (limits: Partial<HubLimits> = {}) =>
  bench.startHub({ clientSessionCheckMs: 20, ...limits }, { users });

const open = (hub: RunningHub, options?: ConstructorParameters<typeof TestSocket>[1]) =>
  new TestSocket(`${hub.url}/ws/client`, options);

async function connect(hub: RunningHub, token = 'ursula~1', options?: { answersPings?: boolean }) {
  sessions.add(token);
  const socket = open(hub, options);
  await socket.opened();
  socket.send({ type: 'auth', token });
  await Promise.race([socket.frames.atLeast(1), socket.closed()]);
  return socket;
}

const withCookie = (token: string) => ({
  headers: { cookie: `better-auth.session_token=${token}`, origin: PUBLIC_BASE_URL },
});

const IDS = { agent_id: 'agt_1', conversation_id: 'conv_1', message_id: 'msg_1' };
const CHANGE = { type: 'message', ...IDS } as const;

const hintTo = (userId: string) => bench.broker.publish(toClients(), { ...CHANGE, user_id: userId });

describe('a client app', () => {
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
    await gone.closed();
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
    expect((await socket.closed()).code).toBe(1011);
  });

  it('is closed with 4008 when it sends many frames while it is being let in', async () => {
    const hub = await startHub({ clientFramesBurst: 5 });
    let letIn = (_isFound: boolean): void => {};
    lookUp = () => new Promise((resolve) => (letIn = resolve));
    const eager = open(hub, withCookie('ursula~1'));
    await eager.opened();
    for (let count = 0; count < 10; count += 1) eager.send({});
    expect((await eager.closed()).code).toBe(4008);
    letIn(true);
  });
});

describe('a client app’s socket', () => {
  it('is closed at once when a hint tells that sessions of its user have ended', async () => {
    const hub = await startHub({ clientSessionCheckMs: 3_600_000 });
    const [gone, stays] = [await connect(hub), await connect(hub, 'ursula~2')];
    sessions.delete('ursula~1');
    await bench.broker.publish(toClients(), { type: 'sessions', user_id: 'ursula' });
    expect((await gone.closed()).code).toBe(4010);
    await hintTo('ursula');
    expect((await stays.frames.atLeast(2))[1]).toEqual(CHANGE);
  });

  it('is refused with 503 when there are too many, or too many that are not let in', async () => {
    const crowded = await startHub({ clientSocketsMax: 1 });
    await connect(crowded);
    expect(await refusal(crowded)).toBe(503);
    const flooded = await startHub({ clientUnauthenticatedMax: 1 });
    await open(flooded).opened();
    expect(await refusal(flooded)).toBe(503);
  });

  it('is pinged when nothing happens, and closed with 4009 when it does not answer', async () => {
    const hub = await startHub({ clientPingMs: 30, pongTimeoutMs: 1_000 });
    const [answers, silent] = [await connect(hub), await connect(hub, 'ursula~1', { answersPings: false })];
    expect((await silent.closed()).code).toBe(4009);
    expect(answers.socket.readyState).toBe(1);
  });
});

describe('hints that were lost because the broker was away', () => {
  it('make the sockets close with 1012, so that the client apps read everything again', async () => {
    let onListening: (() => void) | undefined;
    const broker = new Proxy<Broker>(bench.broker, {
      get(target, name: keyof Broker) {
        if (name !== 'consumeClientHints') return (target[name] as () => unknown).bind(target);
        return (...[handler, isHeard]: Parameters<Broker['consumeClientHints']>) => {
          onListening = isHeard;
          return target.consumeClientHints(handler, isHeard);
        };
      },
    });
    const hub = await bench.startHub({}, { users, broker });
    const before = await connect(hub);
    onListening?.();
    expect((await before.closed()).code).toBe(1012);
    const after = await connect(hub);
    await hintTo('ursula');
    expect((await after.frames.atLeast(2))[1]).toEqual(CHANGE);
  });
});

/** The status of an upgrade that is refused. */
async function refusal(hub: RunningHub): Promise<number | undefined> {
  const refused = new WebSocket(`${hub.url}/ws/client`);
  const [, answer] = (await once(refused, 'unexpected-response')) as [unknown, IncomingMessage];
  return answer.resume().statusCode;
}
