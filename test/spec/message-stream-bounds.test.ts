import { Person } from '@svc/testkit';
import { writer } from './message-streams.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const KIB = 1024;
const PER_SOCKET_MAX = 8;
const PER_AGENT_MAX = 16;

describe('A message in pieces', () => {
  it('has 64 KiB of text at most, whatever its characters', async () => {
    const { socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    for (let count = 0; count < 8; count += 1) socket.grow('a', 'x'.repeat(8 * KIB));
    const ack = await socket.end('a');
    expect(ack).toMatchObject({ type: 'message_ack' });
    const [message] = await bench.person.history(conversation_id);
    expect(message?.text).toHaveLength(64 * KIB);

    socket.start('b', conversation_id);
    for (let count = 0; count < 5; count += 1) socket.grow('b', '\u20ac'.repeat(5_000));
    expect(await socket.answerTo('b')).toEqual({
      ...{ type: 'error', ref: 'b', detail: 'The text of the message is larger than 64 KiB' },
    });
    // What was on its way is passed over, and the end is answered.
    socket.grow('b', 'more');
    expect(await socket.end('b')).toMatchObject({ detail: 'The message of this ref is over' });
  });

  it('is refused beyond 8 of a socket and 16 of an agent, and the others go on', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    const sockets = [socket, await bench.connect(agent), await bench.connect(agent)];
    for (const each of sockets.slice(0, 2))
      for (let count = 0; count <= PER_SOCKET_MAX; count += 1) each.start(`m${count}`, conversation_id);
    for (const each of sockets.slice(0, 2)) {
      expect(await each.answerTo(`m${PER_SOCKET_MAX}`)).toMatchObject({
        detail: `More than ${PER_SOCKET_MAX} messages are being written on this socket`,
      });
    }
    const third = sockets[2] as typeof socket;
    third.start('m', conversation_id);
    const detail = `More than ${PER_AGENT_MAX} messages of the agent are being written`;
    expect(await third.answerTo('m')).toEqual({ type: 'error', ref: 'm', detail });
    socket.grow('m0', 'Still there');
    expect(await socket.end('m0')).toMatchObject({ type: 'message_ack' });
  });

  it.each<[frame: Record<string, unknown>, detail: RegExp]>([
    [{ type: 'message_start', conversation_id: 'conv 1' }, /^Invalid frame: conversation_id/],
    [{ type: 'message_start', conversation_id: 'conv_1' }, /^Not found$/],
    [{ type: 'message_delta', text: 'x' }, /^No message of this ref is being written$/],
  ])('is not begun by %j, which gets an error frame with its ref', async (frame, detail) => {
    const { socket } = await writer(bench);
    socket.send({ ...frame, ref: 'a' });
    const error = await socket.answerTo('a');
    expect(error['detail']).toMatch(detail);
  });

  it.each<[frame: Record<string, unknown>, detail: RegExp]>([
    [{ type: 'message_delta', text: 'x'.repeat(8_193) }, /^Invalid frame: text/],
    [{ type: 'message_delta', text: 'a\0b' }, /U\+0000/],
    [{ type: 'message_end', task_run_id: 'run_1' }, /^Not found$/],
  ])('is over after a wrong frame, and the socket stays open', async (frame, detail) => {
    const { socket, conversation_id } = await writer(bench);
    socket.start('a', conversation_id);
    socket.grow('a', 'x');
    socket.send({ ...frame, ref: 'a' });
    expect((await socket.answerTo('a'))['detail']).toMatch(detail);
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    expect(await socket.ask({ text: 'Still here', conversation_id })).toMatchObject({ type: 'message_ack' });
  });

  it('is refused to approval-only agents, and to keys that may not send messages', async () => {
    const approver = await bench.connect(await bench.person.createAgent({ kind: 'approval-only' }));
    approver.start('a', 'conv_1');
    expect(await approver.answerTo('a')).toMatchObject({ detail: 'Approval-only agents cannot do this' });
    const agent = await bench.person.createAgent();
    const { secret } = await bench.person.createKey(agent.agentId, { scopes: ['events'] });
    const socket = await bench.connect(agent.withSecret(secret));
    socket.start('a', 'conv_1');
    expect(await socket.answerTo('a')).toMatchObject({ detail: 'The key does not have the scope for this' });
  });
});

describe('A typing frame', () => {
  it('is told to the open consoles of the agent’s owner, to all of them', async () => {
    const { agent, socket, conversation_id } = await writer(bench);
    const consoles = [await bench.openConsole(), await bench.openConsole()];
    socket.send({ type: 'typing', conversation_id });
    for (const each of consoles) {
      const change = await each.change('typing', { agent_id: agent.agentId, conversation_id });
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
});
