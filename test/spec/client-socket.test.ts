/** @waits-for-real-time The wait for an auth frame has to pass. */
/** @each-shape Hubs tell what other services do. */
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { eventually, httpCall, inTime, Person } from '@svc/testkit';
import type { ReceivedFrame } from '@svc/testkit';
import { WebSocket } from 'ws';
import { baseUrl, useProduct } from './product-under-test.js';

const FRAME_BYTES_MAX = 4 * 1024;
const SOCKETS_PER_USER_MAX = 20;

const bench = useProduct();

/** The code with which a socket is closed whose first frame is this one. */
async function closeCode(firstFrame: unknown): Promise<number> {
  const socket = await bench.openClient();
  socket.send(firstFrame);
  return (await socket.closed()).code;
}

/** As the pages of the product send it. */
const cookieOf = ({ token }: Person) => `better-auth.session_token=${token}`;

/** The status with which an upgrade is refused. */
async function refusal(headers: Record<string, string>): Promise<number | undefined> {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws/client`, { headers });
  const refused = inTime(once(socket, 'unexpected-response'), 'the upgrade to be refused');
  const [request, response] = (await refused) as [ClientRequest, IncomingMessage];
  socket.on('error', () => {});
  request.destroy();
  return response.statusCode;
}

describe('The client app’s socket', () => {
  it('lets a user in by the token in the first frame, text or binary', async () => {
    await bench.openConsole();
    const other = await bench.openClient();
    other.send(Buffer.from(JSON.stringify({ type: 'auth', token: bench.person.token })));
    await other.letIn();
  });

  it('lets a user in by the cookie of a page of the product, and no page of another origin', async () => {
    const cookie = cookieOf(await Person.signUp(baseUrl));
    const origin = baseUrl;
    for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }])
      await (await bench.openClient({ cookie, origin, ...headers })).letIn();
    const foreign = [
      { cookie, origin: 'http://evil.example' },
      { cookie, origin: 'null' },
      { cookie, origin, 'sec-fetch-site': 'cross-site' },
      { origin: 'http://evil.example' },
      { cookie },
    ];
    for (const headers of foreign) expect(await refusal(headers)).toBe(403);
  });

  it('closes with 4003 for a token or cookie that opens no session', async () => {
    for (const token of ['x', `${bench.person.token}x`, '%00'])
      expect(await closeCode({ type: 'auth', token })).toBe(4003);
    const stale = await bench.openClient({ cookie: 'better-auth.session_token=x.y', origin: baseUrl });
    expect(await stale.closed()).toMatchObject({ code: 4003 });
  });

  it.each([
    'hello',
    '{"type":"auth"}',
    '{"type":"auth","token":"a\\nb: c"}',
    '{"type":"auth","token":"日本"}',
    '{"type":"message","text":"x"}',
  ])('closes with 4001 when the first frame is not a valid auth frame: %s', async (text) => {
    expect(await closeCode(text)).toBe(4001);
  });

  it('closes with 4001 when no auth frame comes within 10 s', async () => {
    const startedAtMs = Date.now();
    expect(await (await bench.openClient()).closed()).toMatchObject({ code: 4001 });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('closes with 1009 for a frame over 4 KiB, before and after authentication', async () => {
    for (const socket of [await bench.openClient(), await bench.openConsole()]) {
      socket.send('x'.repeat(FRAME_BYTES_MAX + 1));
      expect(await socket.closed()).toMatchObject({ code: 1009 });
    }
  });

  it('answers a frame after authentication with an error, and many with 4008', async () => {
    const socket = await bench.openConsole();
    socket.send({ type: 'message', text: 'x', ref: 'unexpected' });
    const error = await socket.frame({ type: 'error' });
    expect(error).toMatchObject({ ref: 'unexpected' });
    for (let count = 0; count < 100; count += 1) socket.send('{}');
    expect(await socket.closed()).toMatchObject({ code: 4008 });
  });

  it('allows twenty sockets of one user; of one more, the oldest makes room with 1008', async () => {
    const { token } = await Person.signUp(baseUrl);
    const sockets = await Promise.all(
      Array.from({ length: SOCKETS_PER_USER_MAX }, () => bench.openConsole(token)),
    );
    expect(sockets.every((socket) => socket.isOpen)).toBe(true);
    await bench.openConsole(token);
    const closed = await Promise.race(sockets.map((socket) => socket.closed()));
    expect(closed).toMatchObject({ code: 1008 });
    expect(sockets.filter((socket) => socket.isOpen)).toHaveLength(SOCKETS_PER_USER_MAX - 1);
  });
});

describe('What the client app is told', () => {
  it('is that an agent came online, and that it went', async () => {
    const client = await bench.openConsole();
    const agent = await bench.person.createAgent();
    // What tells of its creation must not be taken for what tells that it came.
    await client.change('agent', { agent_id: agent.agentId });
    const isOfAgent = (frame: ReceivedFrame) => frame.type === 'agent' && frame['agent_id'] === agent.agentId;
    const told = () => client.frames.items.filter(isOfAgent).length;
    const expectTold = async (before: number, online: boolean) => {
      const what = `a change of the agent to ${online ? 'online' : 'offline'}`;
      await client.frames.until(() => told() > before, what);
      const read = () => bench.person.agent(agent.agentId);
      await eventually(read, (shown) => shown.online === online, { what });
    };
    const beforeItCame = told();
    const socket = await bench.connect(agent);
    await expectTold(beforeItCame, true);
    const beforeItWent = told();
    await socket.close();
    await expectTold(beforeItWent, false);
  });

  it('is each message of both sides, with the ids to fetch it by and without the user’s id', async () => {
    const agent = await bench.person.createAgent();
    const client = await bench.openConsole();
    const sent = await bench.person.send(agent.agentId, 'Hello');
    const ids = { agent_id: agent.agentId, conversation_id: sent.conversation_id };
    await client.change('message', { ...ids, message_id: sent.message_id });
    const conversation = { text: 'Hi', conversation_id: sent.conversation_id };
    await client.change('message', { ...ids, message_id: await agent.send(conversation) });
  });

  it('is that an event was delivered, over socket and webhook, or waits', async () => {
    const online = await bench.person.createAgent();
    await bench.connect(online);
    const { agent: hooked } = await bench.hookedAgent();
    const offline = await bench.person.createAgent();
    const client = await bench.openConsole();
    for (const { agentId } of [online, hooked, offline]) await bench.person.send(agentId, 'Hello');
    for (const { agentId } of [online, hooked, offline]) {
      const { event_id } = await client.change('event', { agent_id: agentId });
      const [event] = await bench.person.events(agentId);
      expect(event?.event_id).toBe(event_id);
      expect(event?.state).toBe(agentId === offline.agentId ? 'waiting' : 'delivered');
    }
  });

  it('is each run that begins and ends, with its task', async () => {
    const { agent, ...task } = await bench.scheduledAgent();
    const client = await bench.openConsole();
    const runId = await agent.tasks.start(task.id);
    const ids = { agent_id: agent.agentId, task_id: task.id, run_id: runId };
    await client.change('run', ids);
    const told = client.changes.length;
    await agent.tasks.complete(runId);
    const isRun = ({ type, ...frame }: Record<string, unknown>) =>
      type === 'run' && frame['run_id'] === runId;
    await client.frames.until(() => client.changes.slice(told).some(isRun), 'the end of the run');
  });

  it('is told on all of a user’s sockets, and to nobody else', async () => {
    const stranger = await Person.signUp(baseUrl, 'Mallory');
    const [one, other, foreign] = [
      await bench.openConsole(),
      await bench.openConsole(),
      await bench.openConsole(stranger.token),
    ];
    const { agent, message_id } = await bench.askedAgent('For my eyes');
    const ids = { agent_id: agent.agentId, message_id };
    await Promise.all([one.change('message', ids), other.change('message', ids)]);
    // What the stranger is told afterwards proves that the hub has been through all of it.
    const own = await stranger.createAgent();
    await foreign.change('agent', { agent_id: own.agentId });
    expect(foreign.changes.filter((frame) => frame['agent_id'] !== own.agentId)).toEqual([]);
  });
});

describe('A session that ends', () => {
  it('closes its sockets within seconds with 4010, and no other session’s', async () => {
    const person = await Person.signUp(baseUrl);
    const signIn = () => Person.signIn(baseUrl, person.email);
    const [other, stays] = [await signIn(), await signIn()];
    const [byToken, byCookie, ofOther, staying] = [
      await bench.openConsole(person.token),
      await bench.openClient({ cookie: cookieOf(person), origin: baseUrl }),
      await bench.openConsole(other.token),
      await bench.openConsole(stays.token),
    ];
    await byCookie.letIn();
    const auth = (path: string, { token }: { token: string }, body: object) =>
      httpCall(`${baseUrl}/api/auth/${path}`, { body, headers: { authorization: `Bearer ${token}` } });
    await auth('sign-out', person, {});
    for (const socket of [byToken, byCookie]) expect(await socket.closed()).toMatchObject({ code: 4010 });
    expect(await closeCode({ type: 'auth', token: person.token })).toBe(4003);
    expect(ofOther.isOpen).toBe(true);
    // A new password ends all sessions but the one in which it was given.
    const passwords = { currentPassword: Person.password, newPassword: 'another battery' };
    expect((await auth('change-password', stays, passwords)).status).toBe(200);
    expect(await ofOther.closed()).toMatchObject({ code: 4010 });
    expect(staying.isOpen).toBe(true);
    expect((await stays.call('/agents')).status).toBe(200);
    // A gateway that has just seen the session remembers it for a few seconds.
    const agents = () => other.call('/agents');
    await eventually(agents, ({ status }) => status === 401, { what: 'the session to end' });
  });
});
