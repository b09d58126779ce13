/** @any-shape The hub alone reads frames. */
import { describe, expect, it } from '@jest/globals';
import { validateErrorFrame, validateMessageAckFrame } from '@svc/proto-events';
import { useProduct } from './product-under-test.js';

const FRAMES_AT_ONCE_MAX = 500;

describe('A message frame', () => {
  const bench = useProduct();

  it('with ref is answered with message_ack, and stored as a report card where it has a title', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    const card = { report_title: 'Report', report_description: 'In short' };
    const ack = await socket.ask({ ...card, conversation_id });
    expect(validateMessageAckFrame(ack)).toBe(true);
    expect(ack).toMatchObject({ message_id: expect.stringMatching(/^msg_/), conversation_id });
    const [newest] = await bench.person.history(conversation_id);
    expect(newest).toMatchObject({
      ...card,
      id: (ack as { message_id: string }).message_id,
      text: '',
      sender: 'agent',
    });
  });

  it('without ref is answered with nothing', async () => {
    const { agent, socket } = await bench.onlineAgent();
    socket.send({ type: 'message', text: 'Unanswered' });
    await socket.ask({ text: 'Answered' });
    expect(socket.frames.items.map(({ type }) => type)).toEqual(['auth_ok', 'message_ack']);
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });

  it('keeps its place among the frames of its socket', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Count to fifty');
    const texts = Array.from({ length: 50 }, (_, index) => `${index + 1}`);
    for (const text of texts) socket.send({ type: 'message', text, conversation_id });
    await socket.ask({ text: 'Done', conversation_id });
    const history = await agent.history(conversation_id, '?limit=51');
    expect(history.map(({ text }) => text).reverse()).toEqual([...texts, 'Done']);
  });

  const INVALID = [
    ['no JSON', 'hello'],
    ['an array', '[1]'],
    ['neither text nor image', '{"type":"message"}'],
    ['of an unknown type', '{"type":"shout","text":"x"}'],
    ['another auth frame', '{"type":"auth"}'],
    ['a text that no database can hold', '{"type":"message","text":"a\\u0000b"}'],
    ['deeply nested JSON', `{"type":"message","text":${'['.repeat(100_000)}`],
  ];
  it.each(INVALID)(
    'that is not valid gets an error frame, and the socket stays open: %s',
    async (_, text) => {
      const { agent, socket } = await bench.onlineAgent();
      socket.send(text);
      const error = await socket.frames.first(({ type }) => type === 'error');
      expect(validateErrorFrame(error)).toBe(true);
      expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
      expect(await socket.ask({ text: 'Still here' })).toMatchObject({ type: 'message_ack' });
    },
  );

  it('may have null for any field that it may leave out', async () => {
    const { socket } = await bench.onlineAgent();
    const ack = await socket.ask({
      ...{ text: null, conversation_id: null, image_base64: null, media_ids: null, report_title: 'Report' },
      ...{ report_description: null, task_run_id: null, quick_replies: [{ text: 'Thanks', value: null }] },
    });
    expect(ack).toMatchObject({ type: 'message_ack' });
    const { conversation_id } = ack as { conversation_id: string };
    socket.send({ type: 'message_start', ref: 'grown', conversation_id, idempotency_key: null });
    socket.send({ type: 'message_delta', ref: 'grown', text: 'Grown' });
    socket.send({ type: 'message_end', ref: 'grown', quick_replies: null, task_run_id: null });
    expect(await socket.frames.first(({ ref }) => ref === 'grown')).toMatchObject({ type: 'message_ack' });
    expect(await bench.person.history(conversation_id)).toMatchObject([
      { text: 'Grown' },
      { text: '', report_title: 'Report', quick_replies: [{ text: 'Thanks' }] },
    ]);
  });

  it('too many: the socket is closed with 4008', async () => {
    const { socket } = await bench.onlineAgent();
    for (let count = 0; count < FRAMES_AT_ONCE_MAX * 3; count += 1) socket.send('{}');
    expect(await socket.closed()).toMatchObject({ code: 4008 });
  });
});
