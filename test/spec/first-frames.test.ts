/** @any-shape The hub alone reads first frames. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AgentSocket, OPCODES, RawSocket } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const FIRST_FRAME_BYTES_MAX = 4 * 1024;
const SEVEN_MEGABYTES = 7 * 1024 * 1024;

describe('The first frame of a socket', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  /** A valid auth frame of this size: fields that nobody knows are left alone. */
  function authFrame(bytes: number): string {
    const frame = { type: 'auth', agent_id: agent.agentId, secret: agent.secret, padding: '' };
    return JSON.stringify({ ...frame, padding: 'x'.repeat(bytes - JSON.stringify(frame).length) });
  }

  it('may have 4 KiB', async () => {
    const socket = await bench.openSocket(agent);
    socket.sendText(authFrame(FIRST_FRAME_BYTES_MAX));
    await socket.frames.first(({ type }) => type === 'auth_ok', 'auth_ok');
  });

  it('may begin with a byte order mark, as any frame and any body', async () => {
    const socket = await bench.openSocket(agent);
    socket.sendText(`\ufeff${authFrame(500)}`);
    await socket.frames.first(({ type }) => type === 'auth_ok', 'auth_ok');
    socket.sendText('\ufeff{"type":"message","text":"By a frame","ref":"marked"}');
    await socket.frames.first(({ type, ref }) => type === 'message_ack' && ref === 'marked', 'message_ack');
    const body = '\ufeff{"type":"message","text":"By a call"}';
    expect(await agent.call('/api/agent/events', { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  it.each([FIRST_FRAME_BYTES_MAX + 1, SEVEN_MEGABYTES])(
    'is refused with 4001 if it has %i bytes, though it is an auth frame',
    async (bytes) => {
      const socket = await bench.openSocket(agent);
      socket.sendText(authFrame(bytes));
      expect(await socket.closed()).toMatchObject({ code: 4001 });
      expect(socket.frames.items).toEqual([]);
    },
  );

  it('is refused with 4001 if its fragments together have more than 4 KiB', async () => {
    const socket = await bench.openSocket(agent);
    socket.sendFragments([...(authFrame(FIRST_FRAME_BYTES_MAX + 1).match(/[^]{1,500}/g) as string[])]);
    expect(await socket.closed()).toMatchObject({ code: 4001 });
  });

  it('is refused before it has arrived: as soon as there are more than 4 KiB of it', async () => {
    const path = `${agent.socketUrl}/ws/agent/${agent.agentId}`;
    const silent = await AgentSocket.open(path);
    const raw = await RawSocket.open(path);
    const payload = Buffer.alloc(2 * FIRST_FRAME_BYTES_MAX, '[');
    raw.write({ opcode: OPCODES.text, payload, claimedLength: SEVEN_MEGABYTES });
    expect(await raw.closeCode()).toBe(4001);
    // The silent socket came first, and has ten seconds for its first frame.
    expect(silent.isOpen).toBe(true);
    silent.terminate();
  });

  it('may be followed at once by a larger frame, which waits for the answer', async () => {
    const socket = await bench.openSocket(agent);
    socket.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret });
    const unknown = 'x'.repeat(1024 * 1024);
    const ack = await socket.ask({ text: 'Right behind', unknown });
    expect(ack).toMatchObject({ type: 'message_ack' });
  });
});
