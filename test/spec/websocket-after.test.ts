import { describe, expect, it } from '@jest/globals';
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

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
    const error = await socket.frames.first(({ type }) => type === 'error', 'an error');
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
    expect(await socket.userMessage('two')).not.toHaveProperty('seq');
    expect(socket.events).toHaveLength(1);
  });
});
