import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { streams, writer } from './message-streams.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

const delta = (text: unknown) => ({ type: 'message_delta', text });
const END = { type: 'message_end' };

describe('POST /api/agent/messages/stream', () => {
  it('shows each line as it comes, and stores one message when it ends', async () => {
    const own = await bench.openConsole();
    const { agent, conversation_id } = await writer(bench);
    const call = agent.stream(conversation_id);
    call.line(delta('One '));
    const id = await own.grown(conversation_id, 'One ');
    await call.write('\r\n{"type":"message_delta","te');
    await call.write('xt":"two"}\r\n');
    await own.grown(conversation_id, 'One two');
    expect(await streams(bench.person, conversation_id, ([one]) => one?.text === 'One two')).toMatchObject([
      { message_id: id, state: 'writing' },
    ]);
    call.line({ ...END, quick_replies: [{ text: 'Yes', value: 'y' }] });
    call.end();
    const body = await bodyOf('streamAgentMessage', call.answer());
    expect(body).toEqual({ status: 'ok', message_id: id, conversation_id });
    await own.grown(conversation_id, 'One two', 'stored');
    expect((await bench.person.history(conversation_id))[0]).toMatchObject({
      ...{ id, text: 'One two', quick_replies: [{ text: 'Yes' }] },
    });
  });

  it('stores nothing if it breaks off, ends without message_end, or is given up', async () => {
    const own = await bench.openConsole();
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
    expect(await bodyOf('streamAgentMessage', aborted.answer())).toEqual({ status: 'aborted' });
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    // What was given up is gone, and has taken with it what broke off before.
    await streams(bench.person, conversation_id, (all) => all.length === 0);
  });

  it.each([
    ['no JSON', '{"type":', 400, 'Malformed JSON'],
    ['with an empty text', '{"type":"message_delta","text":""}', 422, undefined],
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
    await call.write(`${line}\n`);
    expectRefusal(await call.answer(), status, detail);
    call.breakOff();
    expect(await bench.person.history(conversation_id)).toMatchObject([{ text: 'Question' }]);
    await streams(bench.person, conversation_id, ([one]) => one?.state === 'cut' && one.text === 'Fine');
  });

  it('refuses other bodies before it reads anything', async () => {
    const { agent, conversation_id } = await writer(bench);
    const refused = async (call: ReturnType<AgentClient['stream']>, status: number) => {
      // A proxy may wait for the first of a body before it passes the call on.
      call.line(delta('x'));
      expectRefusal(await call.answer(), status);
      call.breakOff();
    };
    await refused(agent.stream(conversation_id, { 'content-type': 'application/json' }), 415);
    await refused(agent.stream(conversation_id, { 'content-length': '3000000' }), 413);
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
