/** @any-shape The hub alone reads frames. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { validateClientChangeFrame, validateErrorFrame } from '@svc/proto-events';
import { ClientSocket, Person } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';

const FRAMES_AT_ONCE = 60;

const bench = useProduct();
const opened: ClientSocket[] = [];

afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

async function consoleOf({ token }: { token: string }): Promise<ClientSocket> {
  const socket = await ClientSocket.open(baseUrl);
  opened.push(socket);
  await socket.authenticate(token);
  return socket;
}

/** A connected agent with a conversation. */
async function writer(person = bench.person) {
  const agent = await person.createAgent();
  const socket = await bench.connect(agent);
  const { conversation_id } = await person.send(agent.agentId, 'Question');
  return { agent, socket, conversation_id };
}

describe('A typing frame', () => {
  it('is told to the open consoles of the agent’s owner, to all of them', async () => {
    const { agent, socket, conversation_id } = await writer();
    const consoles = [await consoleOf(bench.person), await consoleOf(bench.person)];
    socket.send({ type: 'typing', conversation_id });
    for (const each of consoles) {
      const change = await each.change('typing', { agent_id: agent.agentId, conversation_id });
      expect(validateClientChangeFrame(change)).toBe(true);
      expect(change).toEqual({ type: 'typing', agent_id: agent.agentId, conversation_id });
    }
  });

  it('is told to nobody else, also if it names a conversation of theirs', async () => {
    const other = await Person.signUp(baseUrl);
    const theirs = await writer(other);
    const stranger = await consoleOf(other);
    const own = await consoleOf(bench.person);
    const { agent, socket } = await writer();
    socket.send({ type: 'typing', conversation_id: theirs.conversation_id });
    await own.change('typing', { agent_id: agent.agentId });
    theirs.socket.send({ type: 'typing', conversation_id: theirs.conversation_id });
    await stranger.change('typing', { agent_id: theirs.agent.agentId });
    const tellers = new Set(stranger.changes.map(({ agent_id }) => agent_id));
    expect(tellers).toEqual(new Set([theirs.agent.agentId]));
  });

  it('stores nothing, and is not answered', async () => {
    const { agent, socket, conversation_id } = await writer();
    const own = await consoleOf(bench.person);
    socket.send({ type: 'typing', conversation_id, ref: 't' });
    await own.change('typing', { agent_id: agent.agentId });
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    const ack = await socket.ask({ text: 'Answer', conversation_id });
    expect(ack).toMatchObject({ type: 'message_ack', conversation_id });
    expect(socket.frames.items.filter(({ ref }) => ref === 't')).toEqual([]);
  });

  it('that comes often is told seldom, and keeps no message waiting', async () => {
    const { agent, socket, conversation_id } = await writer();
    const own = await consoleOf(bench.person);
    for (let count = 0; count < FRAMES_AT_ONCE; count += 1) socket.send({ type: 'typing', conversation_id });
    const ack = await socket.ask({ text: 'Answer', conversation_id });
    expect(ack).toMatchObject({ type: 'message_ack' });
    await own.change('message', { agent_id: agent.agentId });
    const told = own.changes.filter(({ type, agent_id }) => type === 'typing' && agent_id === agent.agentId);
    expect(told.length).toBeLessThan(FRAMES_AT_ONCE / 2);
  });

  it('that is not valid gets an error frame with its ref, and the socket stays open', async () => {
    const { socket, conversation_id } = await writer();
    const bad: Record<string, unknown>[] = [
      {},
      { conversation_id: null },
      { conversation_id: '' },
      { conversation_id: 'conv 1' },
      { conversation_id: 'x'.repeat(201) },
      { conversation_id: [conversation_id] },
    ];
    for (const [index, frame] of bad.entries()) {
      socket.send({ type: 'typing', ref: `bad-${index}`, ...frame });
      const error = await socket.frames.first(({ ref }) => ref === `bad-${index}`, 'the error');
      expect(validateErrorFrame(error)).toBe(true);
      expect(error['detail']).toMatch(/^Invalid frame: conversation_id|^Invalid frame: .*conversation_id/);
    }
    expect(await socket.ask({ text: 'Still here', conversation_id })).toMatchObject({ type: 'message_ack' });
  });

  it('of an approval-only agent is refused', async () => {
    const socket = await bench.connect(await bench.person.createAgent({ kind: 'approval-only' }));
    socket.send({ type: 'typing', conversation_id: 'conv_1', ref: 't' });
    const error = await socket.frames.first(({ ref }) => ref === 't', 'the error');
    expect(error).toEqual({ type: 'error', detail: 'Approval-only agents cannot do this', ref: 't' });
  });

  it('is refused on a socket whose key may not send messages', async () => {
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['events'] });
    const socket = await bench.connect(agent.withSecret(secret));
    socket.send({ type: 'typing', conversation_id: 'conv_1', ref: 't' });
    const error = await socket.frames.first(({ ref }) => ref === 't', 'the error');
    expect(error).toEqual({ type: 'error', detail: 'The key does not have the scope for this', ref: 't' });
  });
});
