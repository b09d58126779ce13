/** @any-shape The gateway alone takes the calls, and consoles hear of them as of those of a socket. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { textOf } from '@svc/testkit';
import type { AgentClient, ClientSocket } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { consoleOf, stored, streams, writer } from './message-streams.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();
const opened: ClientSocket[] = [];

afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

const delta = (text: unknown) => ({ type: 'message_delta', text });
const END = { type: 'message_end' };

async function openConsole(): Promise<ClientSocket> {
  const socket = await consoleOf(bench.person);
  opened.push(socket);
  return socket;
}

/** A call whose whole body is there at once. */
async function whole(agent: AgentClient, conversationId: string, text: string, key?: string) {
  const call = agent.stream(conversationId, key === undefined ? {} : { 'idempotency-key': key });
  call.line(delta(text));
  call.line(END);
  call.end();
  return call.answer();
}

describe('POST /api/agent/messages/stream', () => {
  it('shows each line as it comes, and stores one message when it ends', async () => {
    const own = await openConsole();
    const { agent, conversation_id } = await writer(bench);
    const call = agent.stream(conversation_id);
    call.line(delta('One '));
    const id = await own.grown(conversation_id, 'One ');
    call.write('\r\n{"type":"message_delta","te');
    call.write('xt":"two"}\r\n');
    await own.grown(conversation_id, 'One two');
    expect(await streams(bench.person, conversation_id, ([one]) => one?.text === 'One two')).toMatchObject([
      { message_id: id, state: 'writing' },
    ]);
    call.line({ ...END, quick_replies: [{ text: 'Yes', value: 'y' }] });
    call.end();
    const answer = await call.answer();
    expectAnswer('streamAgentMessage', answer, 200);
    expect(answer.body).toEqual({ status: 'ok', message_id: id, conversation_id });
    await own.grown(conversation_id, 'One two', 'stored');
    expect((await bench.person.history(conversation_id))[0]).toMatchObject({
      ...{ id, text: 'One two', quick_replies: [{ text: 'Yes' }] },
    });
  });

  it('is answered at message_end, whether or not the body goes on', async () => {
    const { agent, conversation_id } = await writer(bench);
    const call = agent.stream(conversation_id);
    call.line(delta('Done'));
    call.line(END);
    expectAnswer('streamAgentMessage', await call.answer(), 200);
    call.breakOff();
    await stored(bench.person, conversation_id, 'Done');
  });

  it('opens a conversation if none is named', async () => {
    const { agent } = await writer(bench);
    const call = agent.stream();
    call.line(delta('New'));
    call.line(END);
    call.end();
    const { body } = await call.answer();
    const { conversation_id, message_id } = body as Record<string, string>;
    expect(await bench.person.history(String(conversation_id))).toMatchObject([
      { id: message_id, text: 'New' },
    ]);
  });

  it('stores nothing if it breaks off, ends without message_end, or is given up', async () => {
    const own = await openConsole();
    const { agent, conversation_id } = await writer(bench);
    const broken = agent.stream(conversation_id);
    broken.line(delta('Bro'));
    await own.grown(conversation_id, 'Bro');
    broken.breakOff();
    await own.grown(conversation_id, 'Bro', 'cut');
    await streams(bench.person, conversation_id, ([one]) => one?.state === 'cut' && one.text === 'Bro');

    const ended = agent.stream(conversation_id);
    ended.line(delta('x'));
    ended.end();
    expectRefusal(await ended.answer(), 400, 'The body ended without message_end');
    await streams(bench.person, conversation_id, ([one]) => one?.state === 'cut' && one.text === 'x');

    const aborted = agent.stream(conversation_id);
    aborted.line(delta('y'));
    aborted.line({ type: 'message_abort' });
    aborted.end();
    const answer = await aborted.answer();
    expectAnswer('streamAgentMessage', answer, 200);
    expect(answer.body).toEqual({ status: 'aborted' });
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    // What was given up is gone, and has taken with it what broke off before.
    await streams(bench.person, conversation_id, (all) => all.length === 0);
  });

  it('is done once with an Idempotency-Key, and shown once', async () => {
    const own = await openConsole();
    const { agent, conversation_id } = await writer(bench);
    const first = await whole(agent, conversation_id, 'Once', 'key-1');
    expectAnswer('streamAgentMessage', first, 200);
    await own.grown(conversation_id, 'Once', 'stored');
    const again = await whole(agent, conversation_id, 'Once', 'key-1');
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ]);
    const other = await whole(agent, conversation_id, 'Twice', 'key-1');
    expectInvalidField(other, 'headers.idempotency-key');
    await whole(agent, conversation_id, 'Then', 'key-2');
    await own.frames.first((frame) => frame['text'] === 'Then' || frame['text'] === '', 'the next message');
    const told = own.streamsIn(conversation_id).map(textOf);
    expect(told.join('')).toMatch(/^Once(Then)?$/);
    const texts = (await bench.person.history(conversation_id)).map(({ text }) => text);
    expect(texts).toEqual(['Then', 'Once', 'Question']);
  });

  it.each([
    ['no JSON', '{"type":', 400, 'Malformed JSON'],
    ['no object', '[1]', 422, undefined],
    ['of another type', '{"type":"message"}', 422, undefined],
    ['without a text', '{"type":"message_delta"}', 422, undefined],
    ['with an empty text', '{"type":"message_delta","text":""}', 422, undefined],
    ['with U+0000', '{"type":"message_delta","text":"a\\u0000"}', 422, undefined],
    ['with a bad button', '{"type":"message_end","quick_replies":[{"text":"  "}]}', 422, undefined],
    [
      'too long',
      `{"type":"message_delta","text":"${'x'.repeat(70_000)}"}`,
      413,
      'A line is larger than 64 KiB',
    ],
    ['of no run', '{"type":"message_end","task_run_id":"run_1"}', 404, 'Not found'],
  ])('refuses a line that is %s, and stores nothing', async (_what, line, status, detail) => {
    const { agent, conversation_id } = await writer(bench);
    const call = agent.stream(conversation_id);
    call.line(delta('Fine'));
    call.write(`${line}\n`);
    expectRefusal(await call.answer(), status, detail);
    call.breakOff();
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    await streams(bench.person, conversation_id, ([one]) => one?.state === 'cut' && one.text === 'Fine');
  });

  it('has 64 KiB of text at most', async () => {
    const { agent, conversation_id } = await writer(bench);
    const call = agent.stream(conversation_id);
    for (let count = 0; count < 9; count += 1) call.line(delta('x'.repeat(8_000)));
    expectRefusal(await call.answer(), 413, 'The text of the message is larger than 64 KiB');
    call.breakOff();
  });

  it('refuses other bodies and other conversations before it reads anything', async () => {
    const { agent, conversation_id } = await writer(bench);
    const elsewhere = await writer(bench);
    const refused = async (call: ReturnType<AgentClient['stream']>, status: number) => {
      // A proxy may wait for the first of a body before it passes the call on.
      call.line(delta('x'));
      expectRefusal(await call.answer(), status);
      call.breakOff();
    };
    await refused(agent.stream(conversation_id, { 'content-type': 'application/json' }), 415);
    await refused(agent.stream(conversation_id, { 'content-encoding': 'gzip' }), 415);
    await refused(agent.stream(conversation_id, { 'content-length': '3000000' }), 413);
    await refused(agent.stream('conv%201'), 422);
    await refused(agent.stream(conversation_id, { 'idempotency-key': 'a b' }), 422);
    await refused(agent.stream(elsewhere.conversation_id), 404);
    await refused(agent.withSecret(`svc_${'0'.repeat(40)}`).stream(conversation_id), 401);
    const approver = await bench.person.createAgent({ kind: 'approval-only' });
    await refused(approver.stream(), 403);
    expect((await agent.call('/api/agent/messages/stream')).headers['allow']).toBe('POST');
  });

  it('is not finished by an agent whose secret was changed meanwhile', async () => {
    const { agent, conversation_id } = await writer(bench);
    const { secret, key_id } = await bench.person.createKey(agent.agentId, { scopes: ['messages'] });
    const call = agent.withSecret(secret).stream(conversation_id);
    call.line(delta('Half'));
    await streams(bench.person, conversation_id, ([one]) => one?.text === 'Half');
    await bench.person.revokeKey(agent.agentId, key_id);
    call.line(END);
    expect((await call.answer()).status).toBe(401);
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
  });
});
