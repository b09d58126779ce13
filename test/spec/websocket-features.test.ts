/** @each-shape Hubs push what other services write. */
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

const BY_PROGRAM = { resume: true, ack: 'program' } as const;

describe('A socket with "ack": "program"', () => {
  async function acknowledge(socket: AgentSocket, text: string): Promise<void> {
    socket.send({ type: 'ack', event_id: (await socket.userMessage(text)).event_id });
  }

  it('ends a delivery by the agent’s ack, in any order; what was not acknowledged comes again', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.openSocket(agent);
    expect(await socket.authenticate(agent, BY_PROGRAM)).toMatchObject({ ack: 'program' });
    for (const text of ['one', 'two', 'three']) await bench.person.send(agent.agentId, text);
    await acknowledge(socket, 'two');
    await bench.person.untilEvents(agent.agentId, 'delivered', 1);
    await socket.userMessage('three');
    const first = await socket.userMessage('one');
    await socket.close();
    const next = await bench.connect(agent, BY_PROGRAM);
    await next.userMessage('three');
    expect(next.texts).toEqual(['one', 'three']);
    expect(await next.userMessage('one')).toEqual(first);
    for (const text of ['one', 'three']) await acknowledge(next, text);
    await bench.person.untilEvents(agent.agentId, 'delivered', 3);
    await next.close();
    await bench.person.send(agent.agentId, 'four');
    const last = await bench.connect(agent, BY_PROGRAM);
    await last.userMessage('four');
    expect(last.texts).toEqual(['four']);
  });

  it('leaves to the webhook what it has not acknowledged, under the same id', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const socket = await bench.connect(agent, BY_PROGRAM);
    await bench.person.send(agent.agentId, 'Whoever can');
    const { event_id } = await socket.userMessage('Whoever can');
    socket.terminate();
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(delivery?.headers['x-svc-event-id']).toBe(event_id);
    expect(receiver.texts).toEqual(['Whoever can']);
  });

  it('may send an ack twice, or of an event that there is not', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent, BY_PROGRAM);
    await bench.person.send(agent.agentId, 'Once');
    for (let count = 0; count < 2; count += 1) await acknowledge(socket, 'Once');
    socket.send({ type: 'ack', event_id: 'evt_none' });
    await socket.ask({ text: 'Still here' });
    expect(socket.frames.items.filter(({ type }) => type === 'error')).toEqual([]);
    await bench.person.newestEvent(agent.agentId, 'delivered');
  });

  it('is told what is wrong with an ack; any other socket, that it has not asked', async () => {
    const agent = await bench.person.createAgent();
    const [other, socket] = [await bench.connect(agent), await bench.connect(agent, BY_PROGRAM)];
    socket.send({ type: 'ack', ref: '1' });
    const error = await socket.frame({ type: 'error' });
    expect(error).toEqual({ type: 'error', detail: 'Invalid frame: event_id is required', ref: '1' });
    other.send({ type: 'ack', event_id: 'evt_1' });
    const refusal = await other.frame({ type: 'error' });
    expect(refusal['detail']).toContain('no "ack": "program"');
  });

  it.each([{}, { resume: false }])('is closed with 4001 without "resume": true: %j', async (options) => {
    const agent = await bench.person.createAgent();
    const { code, reason } = await bench.refusalOf(agent, { ack: 'program', ...options });
    expect([code, reason]).toEqual([4001, expect.stringMatching(/^Authentication expected: resume /)]);
  });
});

/** Sends messages, and returns their ids. */
async function sendAll(agent: AgentClient, texts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const text of texts) ids.push((await bench.person.send(agent.agentId, text)).message_id);
  return ids;
}

/** An agent that has received these messages on a socket, which is closed. */
async function agentThatHas(texts: string[]): Promise<{ agent: AgentClient; messageIds: string[] }> {
  const { agent, socket } = await bench.onlineAgent();
  const messageIds = await sendAll(agent, texts);
  for (const text of texts) await socket.userMessage(text);
  await bench.person.untilEvents(agent.agentId, 'delivered', texts.length);
  await socket.close();
  return { agent, messageIds };
}

/** The numbers that a socket has brought, in the order in which they came. */
function numbersOf(socket: AgentSocket): unknown[] {
  return socket.events.map((event) => (event as { seq?: number }).seq);
}

describe('A socket with "after"', () => {
  it('first brings all kept events behind that number in order, also those that were delivered', async () => {
    const { agent } = await agentThatHas(['one', 'two', 'three']);
    const socket = await bench.connect(agent, { after: 1 });
    await socket.userMessage('three');
    expect(numbersOf(socket)).toEqual([2, 3]);
    await bench.person.send(agent.agentId, 'four');
    await socket.userMessage('four');
    expect(numbersOf(socket)).toEqual([2, 3, 4]);
  });

  it('is told the newest number, and shows a gap where an event is not kept any more', async () => {
    const { agent, messageIds } = await agentThatHas(['one', 'two', 'three']);
    await bench.person.call(`/messages/${messageIds[1]}`, { method: 'DELETE' });
    const socket = await bench.openSocket(agent);
    expect(await socket.authenticate(agent, { after: 0 })).toMatchObject({ last_seq: 3 });
    await socket.userMessage('three');
    const [one, gap, three] = socket.frames.items.filter(({ type }) => type !== 'auth_ok');
    expect([one?.['seq'], gap, three?.['seq']]).toEqual([1, { type: 'gap', from: 2, to: 2 }, 3]);
  });

  it('brings also triggers and due tasks that wait for a poll', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'one');
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.untilEvents(agent.agentId, 'waiting', 2);
    const socket = await bench.connect(agent, { after: 1 });
    expect(await socket.taskDue(id)).toMatchObject({ seq: 2 });
    expect(numbersOf(socket)).toEqual([2]);
  });

  it('is told of a number beyond the newest event, and goes on without a repeat', async () => {
    const { agent } = await agentThatHas(['one']);
    const socket = await bench.connect(agent, { after: 7 });
    const error = await socket.frame({ type: 'error' });
    expect(error).toMatchObject({ detail: expect.stringContaining('newest event, which is 1') });
    await bench.person.send(agent.agentId, 'two');
    await socket.userMessage('two');
    expect(numbersOf(socket)).toEqual([2]);
  });

  it('is closed with 4001 if that is no number of an event', async () => {
    const agent = await bench.person.createAgent();
    expect(await bench.refusalOf(agent, { after: -1 })).toMatchObject({ code: 4001 });
  });

  it('goes on where a long poll has stopped, and a long poll where it has stopped', async () => {
    const { agent } = await agentThatHas(['one', 'two']);
    const read = async (after: number) =>
      (await agent.call(`/api/agent/events?after=${after}`)).body as {
        events: { seq: number }[];
        next_after: number;
      };
    const { next_after } = await read(0);
    await bench.person.send(agent.agentId, 'three');
    const socket = await bench.connect(agent, { after: next_after });
    await socket.userMessage('three');
    expect(numbersOf(socket)).toEqual([3]);
    await bench.person.send(agent.agentId, 'four');
    expect((await read(3)).events.map(({ seq }) => seq)).toEqual([4]);
  });

  it('changes nothing for who does not ask for it', async () => {
    const { agent } = await agentThatHas(['one']);
    const socket = await bench.openSocket(agent);
    expect(Object.keys(await socket.authenticate(agent)).sort()).toEqual([
      'agent_name',
      'session_id',
      'type',
    ]);
    await bench.person.send(agent.agentId, 'two');
    await socket.userMessage('two');
    expect(socket.events).toHaveLength(1);
  });
});

describe('A socket that asks for "event_meta"', () => {
  it('gets with every event its id, its number and its time, as the log and the poll have them', async () => {
    const agent = await bench.person.createAgent();
    await bench.person.send(agent.agentId, 'Waiting');
    const socket = await bench.openSocket(agent);
    const features = ['event_meta', 'of_a_later_version'];
    expect(await socket.authenticate(agent, { features, resume: true })).toMatchObject({
      features: ['event_meta'],
    });
    await bench.person.send(agent.agentId, 'Pushed');
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await bench.expectTriggered(trigger_id, { order: 1 });
    await socket.frame({ task_id: id });
    const log = await bodyOf('listOwnEvents', agent.call('/api/agent/events?after=0'));
    expect(socket.events).toEqual(log.events.map(({ event, state: _, ...meta }) => ({ ...event, ...meta })));
    expect(socket.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('that asks for its log gets the same again', async () => {
    const agent = await bench.person.createAgent();
    const asking = await bench.connect(agent, { features: ['event_meta'] });
    await bench.person.send(agent.agentId, 'Hello');
    const event = await asking.userMessage('Hello');
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const again = await bench.connect(agent, { features: ['event_meta'], after: 0 });
    expect(await again.userMessage('Hello')).toEqual(event);
  });
});
