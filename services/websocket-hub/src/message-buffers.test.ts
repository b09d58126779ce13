import { Signal } from '@svc/testkit';
import { MessageBuffers } from './message-buffers.js';
import { useHub } from './hub.suite.js';

const KIB = 1024;
const bench = useHub();

/** The beginning of a message, as long as this. */
const begin = (bytes: number): string => '{"type":"message",'.padEnd(bytes);

it('messages that have begun to come count by their own bytes, and a socket beyond the share of its user is closed with 4008', async () => {
  const { socket } = await bench.startConnected({ bufferBytesPerUserMax: 1 });
  for (let round = 0; round < 60; round += 1) {
    for (let count = 0; count < 30; count += 1) socket.socket.ping('x'.repeat(125));
    socket.socket.ping(`${round}`);
    await new Promise<void>((resolve) =>
      socket.socket.on('pong', (data: Buffer) => void (data.toString() === `${round}` && resolve())),
    );
  }
  socket.send({ type: 'message', text: 'after pings', ref: 'r' });
  await socket.frames.atLeast(2);
  for (let count = 0; count < 40; count += 1) {
    socket.socket.send(begin(10 * KIB), { fin: false });
    socket.socket.ping('x'.repeat(125));
  }
  expect((await socket.closed()).code).toBe(4008);
});

it('messages that wait to be taken stop the reading of their socket by their bytes, and all are taken in order', async () => {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  const [sender, other] = [await bench.addAgent(), await bench.addAgent()];
  const taken = new Signal<unknown>();
  const hub = await bench.startHub(
    { incomingBytesMax: 1 },
    {
      acceptAgentMessage: async ({ agentId, text }) => {
        if (agentId === sender.agentId) await isLetGo;
        taken.push(text);
        return { messageId: 'msg_1', conversationId: 'conv_1' };
      },
    },
  );
  const [socket, neighbour] = [await hub.connect(sender), await hub.connect(other)];
  const numbers = Array.from({ length: 8 }, (_, index) => String(index));
  const image_base64 = 'A'.repeat(4_096 * KIB);
  for (const text of numbers) socket.send({ type: 'message', text, image_base64 });
  neighbour.send({ type: 'message', text: 'between', ref: 'r' });
  await neighbour.frames.atLeast(2);
  expect(socket.socket.bufferedAmount).toBeGreaterThan(0);
  letGo();
  expect(await taken.atLeast(9)).toEqual(['between', ...numbers]);
});

describe('what is buffered', () => {
  const sender = (ownerId: string) => ({ ownerId, buffered: { unfinished: 0, waiting: 0, counted: 0 } });

  it('counts until it is taken, also if its socket has closed meanwhile', () => {
    const buffers = new MessageBuffers({ bufferBytesMax: 4_096 * KIB, bufferBytesPerUserMax: 1_024 * KIB });
    const ada = sender('ada');
    expect(buffers.arrive(ada, 600 * KIB)).toBe(true);
    buffers.complete(ada, 600 * KIB);
    buffers.forget(ada);
    expect(buffers.used).toBe(768 * KIB);
    buffers.take(ada, 600 * KIB);
    expect(buffers.used).toBe(0);
  });

  it('is bounded for all agents of a user together, and others go on', () => {
    const buffers = new MessageBuffers({ bufferBytesMax: 4_096 * KIB, bufferBytesPerUserMax: 1_024 * KIB });
    const [first, second] = [sender('ada'), sender('ada')];
    expect(buffers.arrive(first, 700 * KIB)).toBe(true);
    expect(buffers.arrive(second, 700 * KIB)).toBe(false);
    expect(buffers.arrive(sender('bea'), 700 * KIB)).toBe(true);
    for (const socket of [first, second]) buffers.forget(socket);
    expect(buffers.arrive(sender('ada'), 700 * KIB)).toBe(true);
  });

  it('is bounded for all users together', () => {
    const buffers = new MessageBuffers({ bufferBytesMax: 1_024 * KIB, bufferBytesPerUserMax: 1_024 * KIB });
    expect(buffers.arrive(sender('ada'), 600 * KIB)).toBe(true);
    expect(buffers.arrive(sender('bea'), 600 * KIB)).toBe(false);
    expect(buffers.arrive(sender('bea'), 100 * KIB)).toBe(true);
  });
});
