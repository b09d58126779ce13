import { FROZEN, useHub } from './hub.suite.js';

const bench = useHub();

describe('silent sockets', () => {
  it('do not add to the sockets that an agent may have', async () => {
    const hub = await bench.startHub({ closeTimeoutMs: 60_000 });
    const agent = await bench.addAgent();
    const sockets = [];
    for (let count = 0; count < 12; count += 1) {
      const socket = await hub.connect(agent);
      // It reads nothing any more, and so does not answer a close frame.
      if (count < 2) socket.socket.pause();
      sockets.push(socket);
    }
    for (const socket of sockets.slice(0, 2)) socket.socket.resume();
    for (const socket of sockets.slice(0, 2)) expect((await socket.closed()).code).toBe(1008);
  });

  it('are cut off soon when they do not answer a close frame', async () => {
    const limits = { closeTimeoutMs: 1_000, framesBurst: 1, framesPerSecond: 1 };
    const { agent, socket } = await bench.startConnected(limits);
    socket.socket.pause();
    socket.send({ type: 'message', text: 'one' });
    socket.send({ type: 'message', text: 'two' });
    await bench.offline(agent);
    socket.socket.terminate();
  });
});

describe('a socket that the hub itself does not read', () => {
  it('is not dropped for the pong that it was not asked for', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const acceptAgentMessage = async () => {
      await held;
      return { messageId: 'msg_1', conversationId: 'conv_1' };
    };
    const limits = { incomingFramesMax: 1, pongTimeoutMs: 1_000 };
    const { hub, agent, socket } = await bench.startConnected(limits, { acceptAgentMessage });
    const silent = await bench.addAgent();
    const other = await hub.connect(silent, {}, FROZEN);
    socket.send({ type: 'message', text: 'slow to take', ref: 'r' });
    await bench.send(agent, 'meanwhile');
    await socket.frames.atLeast(2);
    // By the time that another socket was dropped, this one would have been.
    await bench.send(silent, 'never confirmed');
    expect((await other.closed()).code).toBe(4009);
    letGo();
    await socket.frames.atLeast(3);
    expect(socket.frames.items.at(-1)).toMatchObject({ type: 'message_ack', ref: 'r' });
  });
});

describe('a socket that answers while the hub itself stands still', () => {
  it('is not dropped when the hub goes on', async () => {
    const hub = await bench.startHub({ pongTimeoutMs: 1_000 });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent, {}, FROZEN);
    const sent = await bench.send(agent, 'hello');
    await socket.frames.atLeast(2);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    socket.answerPings();
    await bench.delivered(sent);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
  });
});

describe('a socket that sends and never reads', () => {
  it('is closed before its answers fill the memory', async () => {
    const limits = { framesBurst: 1e9, framesPerSecond: 1e9, bufferedBytesMax: 64 * 1024 };
    const { socket } = await bench.startConnected({ ...limits, closeTimeoutMs: 1_000 });
    socket.socket.pause();
    const frame = JSON.stringify({ type: 'nonsense', ref: 'r'.repeat(200) });
    const send = () => new Promise((resolve) => socket.socket.send(frame, resolve));
    // The system's own buffers take tens of megabytes before the hub's takes any.
    while (socket.socket.readyState === socket.socket.OPEN) await send();
    socket.socket.resume();
    await socket.closed();
  });
});
