/** @any-shape The hub alone reads frames. */
import { describe, expect, it } from '@jest/globals';
import { validateClientChangeFrame, validateErrorFrame } from '@svc/proto-events';
import { Person } from '@svc/testkit';
import { writer } from './message-streams.js';
import { baseUrl, useProduct } from './product-under-test.js';

const FRAMES_AT_ONCE = 60;

const bench = useProduct();

describe('A typing frame', () => {
  it('is told to the open consoles of the agent’s owner, to all of them', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    const consoles = [await bench.openConsole(), await bench.openConsole()];
    socket.send({ type: 'typing', conversation_id });
    for (const each of consoles) {
      const change = await each.change('typing', { agent_id: agent.agentId, conversation_id });
      expect(validateClientChangeFrame(change)).toBe(true);
      expect(change).toEqual({ type: 'typing', agent_id: agent.agentId, conversation_id });
    }
  });

  it('is told to nobody else, also if it names a conversation of theirs', async () => {
    const other = await Person.signUp(baseUrl);
    const theirs = await writer(bench, other);
    const stranger = await bench.openConsole(other.token);
    const own = await bench.openConsole();
    const { agent, socket } = await writer(bench);
    socket.send({ type: 'typing', conversation_id: theirs.conversation_id });
    await own.change('typing', { agent_id: agent.agentId });
    theirs.socket.send({ type: 'typing', conversation_id: theirs.conversation_id });
    await stranger.change('typing', { agent_id: theirs.agent.agentId });
    const tellers = new Set(stranger.changes.map(({ agent_id }) => agent_id));
    expect(tellers).toEqual(new Set([theirs.agent.agentId]));
  });

  it('stores nothing, and is not answered', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    const own = await bench.openConsole();
    socket.send({ type: 'typing', conversation_id, ref: 't' });
    await own.change('typing', { agent_id: agent.agentId });
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    const ack = await socket.ask({ text: 'Answer', conversation_id });
    expect(ack).toMatchObject({ type: 'message_ack', conversation_id });
    expect(socket.frames.items.filter(({ ref }) => ref === 't')).toEqual([]);
  });

  it('that comes often is told seldom, and keeps no message waiting', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    const own = await bench.openConsole();
    for (let count = 0; count < FRAMES_AT_ONCE; count += 1) socket.send({ type: 'typing', conversation_id });
    const ack = await socket.ask({ text: 'Answer', conversation_id });
    expect(ack).toMatchObject({ type: 'message_ack' });
    await own.change('message', { agent_id: agent.agentId });
    const told = own.changes.filter(({ type, agent_id }) => type === 'typing' && agent_id === agent.agentId);
    expect(told.length).toBeLessThan(FRAMES_AT_ONCE / 2);
  });

  it('that is not valid gets an error frame with its ref, and the socket stays open', async () => {
    const { socket, conversation_id } = await writer(bench);
    for (const [ref, conversation] of Object.entries({ none: undefined, bad: 'conv 1' })) {
      socket.send({ type: 'typing', ref, conversation_id: conversation });
      const error = await socket.frames.first((frame) => frame['ref'] === ref, 'the error');
      expect(validateErrorFrame(error)).toBe(true);
      expect(error['detail']).toMatch(/^Invalid frame: .*conversation_id/);
    }
    expect(await socket.ask({ text: 'Still here', conversation_id })).toMatchObject({ type: 'message_ack' });
  });
});
