/** @each-shape Hubs push what other services write. */
import { base64, dataUri, httpCall, Person, tinyGif, tinyJpeg, tinyM4a, tinyPng } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

describe('An event', () => {
  it('goes over the WebSocket if the agent is connected, and to webhook_url only if it is not', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const socket = await bench.connect(agent);
    await bench.person.send(agent.agentId, 'connected');
    await socket.userMessage('connected');
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      ...{ type: 'user_message', channel: 'websocket', attempts: [] },
    });
    await socket.close();
    await bench.person.send(agent.agentId, 'away');
    await receiver.deliveries.atLeast(1);
    expect(receiver.texts).toEqual(['away']);
    expect(socket.texts).toEqual(['connected']);
    const again = await bench.connect(agent);
    await bench.person.send(agent.agentId, 'back');
    await again.userMessage('back');
    expect(again.texts).toEqual(['back']);
    expect(receiver.texts).toEqual(['away']);
  });

  it('waits if there is neither socket nor webhook, and is pushed on connecting, oldest first', async () => {
    const agent = await bench.person.createAgent();
    const send = (text: string) => bench.person.send(agent.agentId, text);
    for (const text of ['one', 'two']) await send(text);
    const { decision_id } = await agent.ask();
    await bench.person.resolve(decision_id);
    await send('three');
    expect(await bench.person.newestEvent(agent.agentId, 'waiting')).toMatchObject({ channel: null });
    const socket = await bench.connect(agent);
    await socket.userMessage('three');
    const told = socket.events.map(({ text, decision_id }) => text ?? decision_id);
    expect(told).toEqual(['one', 'two', decision_id, 'three']);
    // Receipts of one socket may be written down by several statements at once.
    await bench.person.untilEvents(agent.agentId, 'delivered', 4);
    const again = await bench.connect(agent);
    await send('four');
    await again.userMessage('four');
    expect(again.events).toHaveLength(1);
  });

  it('keeps its order among the events of its agent, also when many come at once', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const rounds = Array.from({ length: 60 }, (_, index) => `message ${index}`);
    for (const text of rounds) await bench.person.send(agent.agentId, text);
    await socket.userMessage('message 59');
    expect(socket.texts).toEqual(rounds);
  });

  it('is not delivered before its receipt is proven: who reads and dies gets it again', async () => {
    const agent = await bench.person.createAgent();
    const frozen = await bench.connect(agent, { autoPong: false });
    await bench.person.send(agent.agentId, 'Did you get this?');
    await frozen.userMessage('Did you get this?');
    expect((await bench.person.events(agent.agentId))[0]).toMatchObject({ state: 'pending' });
    frozen.terminate();
    const next = await bench.connect(agent);
    await next.userMessage('Did you get this?');
    await bench.person.newestEvent(agent.agentId, 'delivered');
  });

  it('whose receipt a socket does not prove goes to the webhook when that socket is gone', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const frozen = await bench.connect(agent, { autoPong: false });
    await bench.person.send(agent.agentId, 'Lost on the way');
    await frozen.userMessage('Lost on the way');
    frozen.terminate();
    await receiver.deliveries.atLeast(1);
    expect(receiver.texts).toEqual(['Lost on the way']);
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ channel: 'webhook' });
  });

  it('goes to the newest of several sockets, and to the next when that one closes', async () => {
    const agent = await bench.person.createAgent();
    const [older, newer] = [await bench.connect(agent), await bench.connect(agent)];
    const shown = () => bench.person.agent(agent.agentId);
    expect(await shown()).toMatchObject({ online: true, connections: 2 });
    await bench.person.send(agent.agentId, 'to the newer');
    await newer.userMessage('to the newer');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    await newer.close();
    await bench.person.send(agent.agentId, 'to the older');
    await older.userMessage('to the older');
    expect(older.texts).toEqual(['to the older']);
    expect(await shown()).toMatchObject({ online: true, connections: 1 });
  });

  it('reaches other agents while one does not read', async () => {
    const [slow, swift] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const stuck = await bench.connect(slow, { autoPong: false });
    const socket = await bench.connect(swift);
    for (let count = 0; count < 20; count += 1)
      await bench.person.send(slow.agentId, `${count} ${'x'.repeat(20_000)}`);
    await bench.person.send(swift.agentId, 'Unhindered');
    await socket.userMessage('Unhindered');
    await bench.person.newestEvent(swift.agentId, 'delivered');
    expect(stuck.isOpen).toBe(true);
  });
});

describe('On connecting', () => {
  /** A message, a trigger and a due task that wait for the agent, in this order. */
  async function missed(agent: AgentClient) {
    await bench.person.send(agent.agentId, 'Missed');
    const { trigger_id } = await agent.tasks.createTriggered();
    await bench.expectQueued(trigger_id, { order: 1 });
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.untilEvents(agent.agentId, 'waiting', 3);
    return { taskId: id };
  }

  it('waiting triggers and due tasks stay with their polls; waiting messages are pushed', async () => {
    const agent = await bench.person.createAgent();
    const { taskId } = await missed(agent);
    const socket = await bench.connect(agent);
    await socket.userMessage('Missed');
    await bench.person.send(agent.agentId, 'Afterwards');
    await socket.userMessage('Afterwards');
    expect(socket.events.map(({ type }) => type)).toEqual(['user_message', 'user_message']);
    expect(await agent.tasks.due()).toMatchObject([{ id: taskId }]);
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ payload: { order: 1 } }]);
  });

  it('with "resume": true they are pushed too, oldest first, and leave their polls', async () => {
    const agent = await bench.person.createAgent();
    const { taskId } = await missed(agent);
    const socket = await bench.connect(agent, { resume: true });
    const due = await socket.taskDue(taskId);
    expect(socket.events.map(({ type }) => type)).toEqual(['user_message', 'task_trigger', 'task_due']);
    await bench.person.untilEvents(agent.agentId, 'delivered', 3);
    expect(await agent.tasks.due()).toEqual([]);
    expect(await agent.tasks.run(due.run_id)).toMatchObject({ status: 'running' });
  });
});

describe('user_message', () => {
  it('is sent for a chat message, with text, sender_name, conversation_id and message_id', async () => {
    const author = await Person.signUp(baseUrl, 'Grace Höpper');
    const agent = await author.createAgent();
    const socket = await bench.connect(agent);
    const sent = await author.send(agent.agentId, 'What is on today?');
    expect(await socket.userMessage('What is on today?')).toEqual({
      type: 'user_message',
      text: 'What is on today?',
      sender_name: 'Grace Höpper',
      conversation_id: sent.conversation_id,
      message_id: sent.message_id,
      image_url: null,
      image_urls: null,
      audio_url: null,
    });
  });

  it('has image_url with exactly one image', async () => {
    const { agent, socket } = await bench.onlineAgent();
    await bench.person.send(agent.agentId, { text: 'Look', images: [base64(tinyPng())] });
    const event = await socket.userMessage('Look');
    expect(event).toMatchObject({ image_url: expect.any(String), image_urls: null, audio_url: null });
    expect((await httpCall(event.image_url ?? '')).bytes).toEqual(tinyPng());
  });

  it('has image_urls with several images, in the order in which they were sent', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const files = [tinyPng(), tinyJpeg(), tinyGif()];
    await bench.person.send(agent.agentId, { images: files.map(base64) });
    const event = await socket.userMessage('');
    expect(event).toMatchObject({ image_url: null, audio_url: null });
    const received = await Promise.all((event.image_urls ?? []).map((url) => httpCall(url)));
    expect(received.map(({ bytes }) => bytes)).toEqual(files);
  });

  it('of a voice message has the transcription as text and the recording’s URL as audio_url', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const voice = { text: 'Remind me at nine', audio_base64: dataUri('audio/x-m4a', tinyM4a()) };
    await bench.person.send(agent.agentId, voice);
    const event = await socket.userMessage('Remind me at nine');
    expect(event).toMatchObject({
      image_url: null,
      image_urls: null,
      audio_url: expect.stringMatching(/\.m4a$/),
    });
    const recording = await httpCall(event.audio_url ?? '');
    expect(recording.headers['content-type']).toBe('audio/mp4');
    expect(recording.bytes).toEqual(tinyM4a());
  });
});
