import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { base64, tinyPng } from '@svc/testkit';
import type { AgentClient, AgentSocket, ReceivedFrame } from '@svc/testkit';
import { expectAnswer, expectInvalidField } from './answers.js';
import { end, grow, writer } from './message-streams.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

interface KeyedMessage {
  conversationId: string;
  key: string;
  text: string;
}

let refs = 0;

/** Begins a message under a key, with its text. */
function begin(socket: AgentSocket, { conversationId, key, text }: KeyedMessage): string {
  const ref = `keyed-${(refs += 1)}`;
  socket.send({
    ...{ type: 'message_start', ref, conversation_id: conversationId, idempotency_key: key },
  });
  grow(socket, ref, text);
  return ref;
}

async function bySocket(socket: AgentSocket, message: KeyedMessage): Promise<ReceivedFrame> {
  return end(socket, begin(socket, message));
}

async function byCall(agent: AgentClient, { conversationId, key, text }: KeyedMessage) {
  const call = agent.stream(conversationId, { 'idempotency-key': key });
  call.line({ type: 'message_delta', text });
  call.line({ type: 'message_end' });
  call.end();
  return call.answer();
}

const answers = async (conversationId: string): Promise<string[]> =>
  (await bench.person.history(conversationId))
    .filter(({ sender }) => sender === 'agent')
    .map(({ text }) => text);

describe('A message with a key that grows over a socket', () => {
  it('is stored once if its answer is lost, though ended again by another socket and a call', async () => {
    const { agent, socket, conversation_id: conversationId } = await writer(bench);
    const message = { conversationId, key: randomUUID(), text: 'Only once' };
    const ref = begin(socket, message);
    socket.send({ type: 'message_end', ref });
    socket.terminate();
    const again = await bench.connect(agent);
    const acknowledged = await bySocket(again, message);
    expect(acknowledged).toMatchObject({ type: 'message_ack', conversation_id: conversationId });
    const { message_id: messageId } = acknowledged as unknown as { message_id: string };
    const answer = await byCall(agent, message);
    expectAnswer('streamAgentMessage', answer, 200);
    expect(answer.body).toEqual({ status: 'ok', message_id: messageId, conversation_id: conversationId });
    expect(answer.headers['idempotent-replayed']).toBe('true');
    expect(await answers(conversationId)).toEqual(['Only once']);
  });

  it('is refused where its key stands for another text', async () => {
    const { socket, agent, conversation_id: conversationId } = await writer(bench);
    const message = { conversationId, key: randomUUID(), text: 'This' };
    await bySocket(socket, message);
    expect(await bySocket(socket, { ...message, text: 'That' })).toMatchObject({ type: 'error' });
    expectInvalidField(await byCall(agent, { ...message, text: 'That' }), 'headers.idempotency-key');
    // What was refused is over, and the socket goes on.
    expect(await bySocket(socket, { ...message, key: randomUUID(), text: 'That' })).toMatchObject({
      type: 'message_ack',
    });
    expect(await answers(conversationId)).toEqual(['That', 'This']);
  });

  it('is announced to agents that ask for it, and to no others', async () => {
    const agent = await bench.person.createAgent();
    const greeted = async (asked: object) => {
      const socket = await bench.openSocket(agent);
      socket.send({ type: 'auth', agent_id: agent.agentId, secret: agent.secret, ...asked });
      return socket.frames.first(({ type }) => type === 'auth_ok', 'auth_ok');
    };
    expect(await greeted({ message_keys: true })).toMatchObject({ message_keys: true });
    expect(await greeted({ message_keys: false })).not.toHaveProperty('message_keys');
    expect(await greeted({})).not.toHaveProperty('message_keys');
  });
});

describe('A message frame with a key', () => {
  it('is stored once over whichever socket, and acknowledged with the first ids', async () => {
    const { socket, agent } = await writer(bench);
    const message = { text: 'Only once', image_base64: base64(tinyPng()), idempotency_key: randomUUID() };
    const first = await socket.ask(message);
    expect(first).toMatchObject({ type: 'message_ack' });
    const again = await bench.connect(agent);
    const acks = await Promise.all([again.ask(message), socket.ask(message)]);
    const { message_id, conversation_id } = first as unknown as Record<string, string>;
    for (const ack of acks) expect(ack).toMatchObject({ type: 'message_ack', message_id, conversation_id });
    expect(await answers(conversation_id ?? '')).toEqual(['Only once']);
    expect(await again.ask({ ...message, text: 'Another' })).toMatchObject({ type: 'error' });
  });

  it('needs one: the same `ref` again is another message', async () => {
    const { socket, conversation_id } = await writer(bench);
    const frame = { type: 'message', ref: 'the same', text: 'Twice', conversation_id };
    for (const _ of [1, 2]) socket.send(frame);
    await socket.ask({ text: 'Last', conversation_id });
    expect(await answers(conversation_id)).toEqual(['Last', 'Twice', 'Twice']);
  });
});
