import { describe, expect, it } from '@jest/globals';
import type { AgentSocket } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const BY_PROGRAM = { resume: true, ack: 'program' } as const;

describe('A socket with "ack": "program"', () => {
  const bench = useProduct();

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
    const error = await socket.frames.first(({ type }) => type === 'error');
    expect(error).toEqual({ type: 'error', detail: 'Invalid frame: event_id is required', ref: '1' });
    other.send({ type: 'ack', event_id: 'evt_1' });
    const refusal = await other.frames.first(({ type }) => type === 'error');
    expect(refusal['detail']).toContain('no "ack": "program"');
  });

  it.each([{}, { resume: false }])('is closed with 4001 without "resume": true: %j', async (options) => {
    const agent = await bench.person.createAgent();
    const { code, reason } = await bench.refusalOf(agent, { ack: 'program', ...options });
    expect([code, reason]).toEqual([4001, expect.stringMatching(/^Authentication expected: resume /)]);
  });
});
