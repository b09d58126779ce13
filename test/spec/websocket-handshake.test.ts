/** @each-shape Hubs tell the gateway who is online. */
import { AgentSocket } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const SOCKETS_PER_AGENT_MAX = 10;
const UNKNOWN_AGENT = `agt_${'0'.repeat(32)}`;
const WRONG_SECRET = `svc_${'0'.repeat(40)}`;

describe('WebSocket authentication', () => {
  const socketUrl = baseUrl.replace(/^http/, 'ws');

  it('answers the auth message with auth_ok: session_id sess_<id> and agent_name, uncompressed', async () => {
    const agent = await bench.person.createAgent({ agent_name: 'Näme of the agent' });
    const socket = await bench.openSocket(agent);
    const authOk = await socket.authenticate(agent);
    expect(authOk.session_id).toMatch(/^sess_[0-9a-f]+$/);
    expect(authOk.agent_name).toBe('Näme of the agent');
    expect(socket.extensions).toBe('');
  });

  const agentId = UNKNOWN_AGENT;
  const NOT_AUTH = [
    ['no JSON', 'hello', /: the first frame must be object$/],
    ['another type', JSON.stringify({ type: 'message', text: 'x' }), /: .*type must be "auth"/],
    ['no agent', JSON.stringify({ type: 'auth', secret: WRONG_SECRET }), /: agent_id is required$/],
    ['no secret', JSON.stringify({ type: 'auth', agent_id: agentId }), /: secret is required$/],
    ['deeply nested JSON', '['.repeat(4_000), /: the first frame must be object$/],
    ['more than 4 KiB', 'x'.repeat(5_000), /: the first frame is larger than 4 KiB$/],
  ] as const;
  it.each(NOT_AUTH)(
    'closes with 4001 and says why when the first message is not a valid JSON auth message: %s',
    async (_, text, why) => {
      const socket = await AgentSocket.open(`${socketUrl}/ws/agent/${UNKNOWN_AGENT}`);
      socket.send(text);
      const { code, reason } = await socket.closed();
      expect([code, reason]).toEqual([4001, expect.stringMatching(/^Authentication expected: /)]);
      expect(reason).toMatch(why);
    },
  );

  it('closes with 4003 for an invalid secret', async () => {
    const agent = await bench.person.createAgent();
    for (const secret of [WRONG_SECRET, agent.secret.toUpperCase()])
      expect(await bench.refusalOf(agent, { secret })).toMatchObject({ code: 4003 });
  });

  it('closes with 4003 when path and message name different agents', async () => {
    const [one, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    expect(await bench.refusalOf(one, { agent_id: other.agentId, secret: other.secret })).toEqual({
      ...{ code: 4003, reason: 'Invalid credentials: agent_id is not that of the path' },
    });
  });

  it('closes with 4004 for an agent ID that is not found', async () => {
    for (const unknown of [UNKNOWN_AGENT, 'nonsense']) {
      const socket = await AgentSocket.open(`${socketUrl}/ws/agent/${unknown}`);
      socket.send({ type: 'auth', agent_id: unknown, secret: WRONG_SECRET });
      expect(await socket.closed()).toMatchObject({ code: 4004 });
    }
  });

  it('allows ten sockets of one agent; of one more, the oldest makes room with 1008', async () => {
    const agent = await bench.person.createAgent();
    const sockets: AgentSocket[] = [];
    for (let count = 0; count < SOCKETS_PER_AGENT_MAX; count += 1) sockets.push(await bench.connect(agent));
    expect(sockets.every((socket) => socket.isOpen)).toBe(true);
    const further = await bench.connect(agent);
    expect(await sockets[0]?.closed()).toMatchObject({ code: 1008 });
    expect([...sockets.slice(1), further].every((socket) => socket.isOpen)).toBe(true);
  });
});

/** All take their ten seconds, so they run beside each other from the beginning. */
describe('A socket that is silent', () => {
  let startedAtMs: number;
  let unauthenticated: AgentSocket;
  let standby: AgentSocket;
  let unresponsive: AgentSocket;
  let busy: AgentSocket;
  let agent: AgentClient;
  let busyAgent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    startedAtMs = Date.now();
    unauthenticated = await agent.openSocket();
    standby = await agent.connect({ features: ['event_meta'] });
    unresponsive = await agent.connect({ autoPong: false, features: ['event_meta'] });
    await bench.person.send(agent.agentId, 'Anybody there?');
    await unresponsive.userMessage('Anybody there?');
    busyAgent = await bench.person.createAgent();
    busy = await busyAgent.connect({ resume: true, ack: 'program' });
    await bench.person.send(busyAgent.agentId, 'This takes long');
    await busy.userMessage('This takes long');
  });

  it('is closed with 4001 when no auth message comes within 10 s', async () => {
    expect(await unauthenticated.closed()).toEqual({
      ...{ code: 4001, reason: 'Authentication expected: no frame has come in time' },
    });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('is closed with 4009 when it answers no ping within 10 s', async () => {
    expect(await unresponsive.closed()).toMatchObject({ code: 4009 });
    expect(Date.now() - startedAtMs).toBeGreaterThan(9_500);
  });

  it('has proven no receipt: its event comes to the agent’s other process, under the same id', async () => {
    const [first, again] = [unresponsive, standby].map((socket) => socket.userMessage('Anybody there?'));
    expect((await again)?.event_id).toMatch(/^evt_/);
    expect((await again)?.event_id).toBe((await first)?.event_id);
    await bench.person.newestEvent(agent.agentId, 'delivered');
  });

  it('with "ack": "program" stays while its program is busy, and gets nothing twice', async () => {
    await unresponsive.closed();
    expect([busy.isOpen, busy.texts]).toEqual([true, ['This takes long']]);
    expect((await bench.person.events(busyAgent.agentId))[0]).toMatchObject({ state: 'pending' });
    busy.send({ type: 'ack', event_id: (await busy.userMessage('This takes long')).event_id });
    await bench.person.newestEvent(busyAgent.agentId, 'delivered');
    busy.terminate();
    standby.terminate();
  });
});
