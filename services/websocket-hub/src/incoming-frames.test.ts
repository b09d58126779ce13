import { describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { useHub } from './hub.suite.js';

const bench = useHub();

describe('a message frame', () => {
  it('is accepted with all its fields, and acknowledged only if it carries a ref', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    socket.send({ type: 'message', text: 'quiet' });
    socket.send({
      type: 'message',
      text: 'report',
      report_title: 'T',
      report_description: 'D',
      conversation_id: 'conv_1',
      task_run_id: 'run_1',
      ref: 'a',
    });
    const [, ack] = await socket.frames.atLeast(2);
    expect(ack).toEqual({ type: 'message_ack', ref: 'a', message_id: 'msg_2', conversation_id: 'conv_1' });
    expect(bench.accepted.map((message) => message.text)).toEqual(['quiet', 'report']);
    expect(bench.accepted[1]).toMatchObject({ reportTitle: 'T', reportDescription: 'D', taskRunId: 'run_1' });
  });

  it('that is not valid gets an error frame with its ref, and the socket stays open', async () => {
    const hub = await bench.startHub();
    const socket = await hub.connect(await bench.addAgent());
    const bad: unknown[] = [
      '{',
      'null',
      '[]',
      '7',
      { type: 'nonsense' },
      { type: 'message' },
      { type: 'message', text: 5 },
      { type: 'message', text: 'x', conversation_id: 'conv_\u0000' },
      { type: 'message', text: 'x'.repeat(40_000) },
      { type: 'auth', agent_id: 'a', secret: 's' },
      Buffer.from([0, 255]),
    ];
    for (const frame of bad) socket.send(frame);
    socket.send({ type: 'message', text: 7, ref: 'last' });
    const frames = await socket.frames.atLeast(bad.length + 2);
    expect(frames.slice(1).map((frame) => frame['type'])).toEqual(Array(bad.length + 1).fill('error'));
    expect(frames.at(-1)).toMatchObject({ ref: 'last', detail: expect.stringContaining('text') });
    expect(bench.accepted).toEqual([]);
    expect(socket.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('in fragments is taken as one', async () => {
    const hub = await bench.startHub();
    const socket = await hub.connect(await bench.addAgent());
    socket.socket.send('{"type":"message",', { fin: false });
    socket.socket.send('"text":"whole","ref":"f"}', { fin: true });
    await socket.frames.atLeast(2);
    expect(bench.accepted.map((message) => message.text)).toEqual(['whole']);
  });

  it('over 8 MiB closes the socket with 1009', async () => {
    const hub = await bench.startHub();
    const socket = await hub.connect(await bench.addAgent());
    socket.send(JSON.stringify({ type: 'message', text: 'x'.repeat(9 * 1024 * 1024) }));
    expect((await socket.closed).code).toBe(1009);
  });

  it('of an approval-only agent is refused', async () => {
    const hub = await bench.startHub();
    const socket = await hub.connect(await bench.addAgent('approval-only'));
    socket.send({ type: 'message', text: 'hi', ref: 'r' });
    const [, answer] = await socket.frames.atLeast(2);
    expect(answer).toEqual({ type: 'error', detail: 'Approval-only agents cannot do this', ref: 'r' });
  });
});

describe('too many frames', () => {
  it('close the socket with 4008', async () => {
    const hub = await bench.startHub({ framesBurst: 10, framesPerSecond: 1 });
    const socket = await hub.connect(await bench.addAgent());
    for (let count = 0; count < 20; count += 1) socket.send({ type: 'message', text: 'spam' });
    expect((await socket.closed).code).toBe(4008);
  });
});
