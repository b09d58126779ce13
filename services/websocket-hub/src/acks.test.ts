import { useHub } from './hub.suite.js';

const bench = useHub();

it('a socket is sent no more than a window that its agent has not acknowledged, and acks do not count as frames', async () => {
  const hub = await bench.startHub({ windowFrames: 2, framesBurst: 2, framesPerSecond: 0 });
  const agent = await bench.addAgent();
  const socket = await hub.connect(agent, { resume: true, ack: 'program' });
  const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
  for (const text of texts) await bench.send(agent, text);
  for (let acknowledged = 0; acknowledged < texts.length; acknowledged += 1) {
    const frames = await socket.frames.atLeast(Math.min(acknowledged + 3, texts.length + 1));
    expect(socket.texts.length).toBeLessThanOrEqual(acknowledged + 2);
    socket.send({ type: 'ack', event_id: frames[acknowledged + 1]?.['event_id'] });
  }
  expect(socket.texts).toEqual(texts);
});
