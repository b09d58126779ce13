/** @each-shape Hubs tell each other what grows. */
import { randomUUID } from 'node:crypto';
import { base64, Person, textOf, tinyPng } from '@svc/testkit';
import type { AgentClient, AgentSocket, ReceivedFrame } from '@svc/testkit';
import { expectRefusal, expectInvalidField } from './answers.js';
import { streams, writer } from './message-streams.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

describe('A message that is sent in pieces', () => {
  it('grows in all open consoles of the agent’s owner, and is one ordinary message in the end', async () => {
    const consoles = [await bench.openConsole(), await bench.openConsole()];
    const { agent, socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    socket.grow('a', 'Good ', '**morning**', ' \u{1F600}');
    for (const each of consoles) await each.grown(conversation_id, 'Good **morning** \u{1F600}');
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    const ack = await socket.end('a', { quick_replies: [{ text: 'Yes' }] });
    const [message, ...others] = await bench.person.history(conversation_id);
    expect(others).toMatchObject([{ text: 'Question' }]);
    expect(message).toMatchObject({
      ...{ id: ack['message_id'], text: 'Good **morning** \u{1F600}', sender: 'agent', kind: 'text' },
      quick_replies: [{ text: 'Yes' }],
    });
    for (const each of consoles) {
      const id = await each.grown(conversation_id, 'Good **morning** \u{1F600}', 'stored');
      expect(id).toBe(ack['message_id']);
      await each.change('message', { agent_id: agent.agentId, conversation_id });
      let at = 0;
      for (const frame of each.streamsIn(conversation_id)) {
        if (frame['end'] === undefined) expect(frame['at']).toBe(at);
        at += textOf(frame).length;
      }
    }
  });

  it('is told to nobody else, and nobody else may read it', async () => {
    const other = await Person.signUp(baseUrl);
    const stranger = await bench.openConsole(other.token);
    const own = await bench.openConsole();
    const { socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    socket.grow('a', 'Secret');
    await own.grown(conversation_id, 'Secret');
    // What comes after it shows that nothing is still on its way to the stranger.
    const theirs = await writer(bench, other);
    theirs.socket.start('b', theirs.conversation_id);
    theirs.socket.grow('b', 'Theirs');
    await stranger.grown(theirs.conversation_id, 'Theirs');
    expect(stranger.streamsIn(conversation_id)).toEqual([]);
    expectRefusal(await other.call(`/conversations/${conversation_id}/streams`), 404, 'Not found');
  });

  it('is shown as far as it is to whoever opens the conversation in the middle', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    expect(await streams(bench.person, conversation_id, () => true)).toEqual([]);
    const early = await bench.openConsole();
    socket.start('a', conversation_id);
    socket.grow('a', 'First ', 'half ');
    const [shown] = await streams(bench.person, conversation_id, ([one]) => one?.text === 'First half ');
    expect(shown).toMatchObject({ agent_id: agent.agentId, state: 'writing' });
    // What is hinted is hinted once: the first half is not on its way any more when somebody has it.
    await early.grown(conversation_id, 'First half ');
    const late = await bench.openConsole();
    socket.grow('a', 'and the second');
    await late.frame({ message_id: shown?.message_id, at: 'First half '.length });
    const ack = await socket.end('a');
    expect(ack).toMatchObject({ message_id: shown?.message_id });
    await streams(bench.person, conversation_id, (all) => all.length === 0);
    expect((await bench.person.history(conversation_id))[0]).toMatchObject({
      text: 'First half and the second',
    });
  });

  it('opens a conversation if none is named, when it is stored', async () => {
    const { socket } = await writer(bench);
    socket.start('a');
    socket.grow('a', 'Something new');
    const ack = await socket.end('a', { report_title: 'Week 9', report_description: '3 orders' });
    expect(await bench.person.history(String(ack['conversation_id']))).toMatchObject([
      {
        ...{ id: ack['message_id'], text: 'Something new', kind: 'report' },
        ...{ report_title: 'Week 9', report_description: '3 orders' },
      },
    ]);
  });

  it('that is given up leaves nothing', async () => {
    const own = await bench.openConsole();
    const { socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    socket.grow('a', 'I think');
    await own.grown(conversation_id, 'I think');
    socket.send({ type: 'message_abort', ref: 'a' });
    await own.grown(conversation_id, 'I think', 'aborted');
    await streams(bench.person, conversation_id, (all) => all.length === 0);
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    expect(await socket.ask({ text: 'Another', conversation_id })).toMatchObject({ type: 'message_ack' });
    expect(socket.frames.items.filter(({ ref }) => ref === 'a')).toEqual([]);
  });

  it('breaks off when its socket closes: it is shown as cut off, until the agent writes again', async () => {
    const own = await bench.openConsole();
    const { agent, socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    socket.grow('a', 'The answer is');
    await own.grown(conversation_id, 'The answer is');
    socket.terminate();
    const id = await own.grown(conversation_id, 'The answer is', 'cut');
    const [shown] = await streams(bench.person, conversation_id, ([one]) => one?.state === 'cut');
    expect(shown).toMatchObject({ message_id: id, text: 'The answer is' });
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    await agent.send({ text: 'The answer is 42', conversation_id });
    await streams(bench.person, conversation_id, (all) => all.length === 0);
  });
});

interface KeyedMessage {
  conversationId: string;
  key: string;
  text: string;
}

let refs = 0;

/** Begins a message under a key, with its text. */
function begin(socket: AgentSocket, { conversationId, key, text }: KeyedMessage): string {
  const ref = `keyed-${(refs += 1)}`;
  socket.start(ref, conversationId, { idempotency_key: key });
  socket.grow(ref, text);
  return ref;
}

async function bySocket(socket: AgentSocket, message: KeyedMessage): Promise<ReceivedFrame> {
  return socket.end(begin(socket, message));
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
