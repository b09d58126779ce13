import { describe, expect, it } from '@jest/globals';
import { TestSocket, useHub } from './hub.suite.js';
import type { RunningHub } from './hub.suite.js';

const bench = useHub();

async function closeCodeAfter(hub: RunningHub, path: string, frame: unknown): Promise<number> {
  const socket = new TestSocket(hub.url + path);
  await socket.opened();
  socket.send(frame);
  return (await socket.closed).code;
}

describe('the handshake', () => {
  it('answers a valid auth frame with auth_ok: session id and agent name', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    expect(socket.frames.items).toEqual([
      { type: 'auth_ok', session_id: expect.stringMatching(/^sess_[0-9a-f]+$/), agent_name: 'Ada' },
    ]);
    expect(await bench.store.presence.slotOf(agent.agentId)).not.toBeNull();
  });

  it('closes with 4001 when the first frame is not a valid JSON auth message', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const path = `/ws/agent/${agent.agentId}`;
    const bad = [
      'not json',
      '[]',
      { type: 'message', text: 'hi' },
      { type: 'auth', agent_id: agent.agentId },
      { type: 'auth', agent_id: agent.agentId, secret: 7 },
      Buffer.from([1, 2, 3]),
    ];
    for (const frame of bad) expect(await closeCodeAfter(hub, path, frame)).toBe(4001);
  });

  it('closes with 4001 when no auth frame comes in time', async () => {
    const hub = await bench.startHub({ authTimeoutMs: 1_000 });
    const agent = await bench.addAgent();
    const socket = new TestSocket(`${hub.url}/ws/agent/${agent.agentId}`);
    expect((await socket.closed).code).toBe(4001);
  });

  it('closes with 4003 for a wrong secret, and when path and frame name different agents', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const other = await bench.addAgent();
    const auth = { type: 'auth', agent_id: agent.agentId, secret: agent.secret };
    expect(await closeCodeAfter(hub, `/ws/agent/${agent.agentId}`, { ...auth, secret: other.secret })).toBe(
      4003,
    );
    expect(await closeCodeAfter(hub, `/ws/agent/${other.agentId}`, auth)).toBe(4003);
  });

  it('closes with 4004 for an agent that does not exist', async () => {
    const hub = await bench.startHub();
    const frame = { type: 'auth', agent_id: 'agt_none', secret: 'svc_' + '0'.repeat(40) };
    expect(await closeCodeAfter(hub, '/ws/agent/agt_none', frame)).toBe(4004);
    const odd = { ...frame, agent_id: 'agt_\u0000' };
    expect(await closeCodeAfter(hub, '/ws/agent/agt_%00', odd)).toBe(4004);
  });

  it('answers 404 at any other path', async () => {
    const hub = await bench.startHub();
    const socket = new TestSocket(`${hub.url}/ws/other`);
    expect((await socket.closed).code).toBe(1006);
  });

  it('takes frames that come right behind the auth frame', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = new TestSocket(`${hub.url}/ws/agent/${agent.agentId}`);
    await socket.opened();
    socket.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret });
    socket.send({ type: 'message', text: 'early', ref: 'r1' });
    const [, ack] = await socket.frames.atLeast(2);
    expect(ack).toMatchObject({ type: 'message_ack', ref: 'r1' });
  });

  it('closes the oldest of more than ten sockets of one agent', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const sockets = [];
    for (let count = 0; count < 11; count += 1) sockets.push(await hub.connect(agent));
    expect((await sockets[0]!.closed).code).toBe(1008);
    expect(sockets[1]!.socket.readyState).toBe(1);
  });
});

describe('revoked credentials', () => {
  it('close the agent’s sockets with 4010 as soon as the hint arrives', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    const { toClients } = await import('@svc/proto-events');
    await bench.broker.publish(toClients(), { type: 'credentials', agent_id: agent.agentId });
    expect((await socket.closed).code).toBe(4010);
  });
});

describe('a stopping hub', () => {
  it('closes sockets with 1012 and leaves no session behind', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await hub.stop();
    expect((await socket.closed).code).toBe(1012);
    expect(await bench.store.presence.slotOf(agent.agentId)).toBeNull();
  });
});
