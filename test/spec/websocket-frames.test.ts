import { httpCall } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

const FRAMES_AT_ONCE_MAX = 500;

describe('A message frame', () => {
  it('with ref is answered with message_ack, and stored as a report card where it has a title', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    const card = { report_title: 'Report', report_description: 'In short' };
    const ack = await socket.ask({ ...card, conversation_id });
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
    ['typing in no conversation', '{"type":"typing","conversation_id":"conv 1"}'],
    ['a text that no database can hold', '{"type":"message","text":"a\\u0000b"}'],
    ['deeply nested JSON', `{"type":"message","text":${'['.repeat(100_000)}`],
  ];
  it.each(INVALID)(
    'that is not valid gets an error frame, and the socket stays open: %s',
    async (_, text) => {
      const { agent, socket } = await bench.onlineAgent();
      socket.send(text);
      await socket.frame({ type: 'error' });
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
    socket.start('grown', conversation_id, { idempotency_key: null });
    socket.grow('grown', 'Grown');
    const ended = await socket.end('grown', { quick_replies: null, task_run_id: null });
    expect(ended).toMatchObject({ type: 'message_ack' });
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

const FIRST_FRAME_BYTES_MAX = 4 * 1024;
const FRAME_BYTES_MAX = 8 * 1024 * 1024;
const HUNDRED_MEGABYTES = 100 * 1024 * 1024;

let agent: AgentClient;

beforeAll(async () => {
  agent = await bench.person.createAgent();
});

/** A valid auth frame of this size: fields that nobody knows are left alone. */
function authFrame(bytes: number): string {
  const frame = { type: 'auth', agent_id: agent.agentId, secret: agent.secret, padding: '' };
  return JSON.stringify({ ...frame, padding: 'x'.repeat(bytes - JSON.stringify(frame).length) });
}

describe('The first frame of a socket', () => {
  it('may have 4 KiB, and be followed at once by a larger one, which waits for the answer', async () => {
    const socket = await bench.openSocket(agent);
    socket.send(authFrame(FIRST_FRAME_BYTES_MAX));
    const unknown = 'x'.repeat(1024 * 1024);
    expect(await socket.ask({ text: 'Right behind', unknown })).toMatchObject({ type: 'message_ack' });
  });

  it('may begin with a byte order mark, as any frame and any body', async () => {
    const socket = await bench.openSocket(agent);
    socket.send(`\ufeff${authFrame(500)}`);
    await socket.frame({ type: 'auth_ok' });
    socket.send('\ufeff{"type":"message","text":"By a frame","ref":"marked"}');
    await socket.frame({ type: 'message_ack', ref: 'marked' });
    const body = '\ufeff{"type":"message","text":"By a call"}';
    expect(await agent.call('/api/agent/events', { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  it('is refused with 4001 beyond 4 KiB, in one or in fragments, though it is an auth frame', async () => {
    const [whole, pieces] = [await bench.openSocket(agent), await bench.openSocket(agent)];
    whole.send(authFrame(FIRST_FRAME_BYTES_MAX + 1));
    pieces.sendFragments([...(authFrame(FIRST_FRAME_BYTES_MAX + 1).match(/[^]{1,500}/g) as string[])]);
    for (const socket of [whole, pieces]) {
      expect(await socket.closed()).toMatchObject({ code: 4001 });
      expect(socket.frames.items).toEqual([]);
    }
  });

  it('is refused before it has arrived: as soon as there are more than 4 KiB of it', async () => {
    const [silent, endless] = [await bench.openSocket(agent), await bench.openSocket(agent)];
    endless.sendFragments(['['.repeat(2 * FIRST_FRAME_BYTES_MAX)], { isWhole: false });
    expect(await endless.closed()).toMatchObject({ code: 4001 });
    // The silent socket came first, and has ten seconds for its first frame.
    expect(silent.isOpen).toBe(true);
  });
});

describe('Frames of a socket', () => {
  it('may be fragments of one message, which may have 8 MiB and not more: 1009', async () => {
    const socket = await bench.connect(agent);
    const frame = JSON.stringify({ type: 'message', text: 'In pieces: 🎉', ref: 'pieces' });
    socket.sendFragments([...frame]);
    const ack = await socket.frame({ ref: 'pieces' });
    expect(await agent.history(String(ack['conversation_id']))).toMatchObject([{ text: 'In pieces: 🎉' }]);
    socket.send('x'.repeat(FRAME_BYTES_MAX));
    await socket.frame({ type: 'error', detail: 'Malformed JSON' });
    const fragment = 'x'.repeat(1024 * 1024);
    socket.sendFragments([...Array<string>(FRAME_BYTES_MAX / fragment.length).fill(fragment), 'x']);
    expect(await socket.closed()).toMatchObject({ code: 1009 });
  });
});

describe('Bad input over the socket', () => {
  /** Whatever it was, others go on. */
  afterEach(async () => {
    const socket = await bench.connect(await bench.person.createAgent());
    expect(await socket.ask({ text: 'Unharmed' })).toMatchObject({ type: 'message_ack' });
    expect((await httpCall(`${baseUrl}/health/ready`)).status).toBe(200);
  });

  it.each(['/ws/agent/agt_1', '/ws/client'])(
    'is refused as any call when the handshake at %s is none',
    async (path) => {
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
      const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      for (const headers of [upgrade, { ...upgrade, ...key, 'sec-websocket-version': '7' }]) {
        const answer = await httpCall(baseUrl + path, { headers });
        expectRefusal(answer, 400, 'Malformed WebSocket handshake');
        // RFC 6455, section 4.4: it says which version there is.
        expect(answer.headers['sec-websocket-version']).toBe('13');
      }
    },
  );

  it('is closed with 1009 if it is a frame of 100 MB, before any authentication too', async () => {
    for (const open of [() => bench.connect(agent), () => bench.openSocket(agent)]) {
      const socket = await open();
      socket.send('x'.repeat(HUNDRED_MEGABYTES));
      expect(await socket.closed()).toMatchObject({ code: 1009 });
    }
  });

  /** Frames that break the protocol are the fuzzer's (`test/fuzz/socket-plans.ts`). */
  it('gets an error frame, and stores nothing: another agent’s things, no text, no UTF-8', async () => {
    const [quiet, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { conversation_id } = await bench.person.send(other.agentId, 'Not yours');
    const socket = await bench.connect(quiet);
    for (const message of [
      { text: 'x', conversation_id },
      { text: 'x', task_run_id: `run_${'0'.repeat(32)}` },
      { text: 7 },
    ])
      expect(await socket.ask(message)).toMatchObject({ type: 'error', detail: expect.any(String) });
    socket.send(Buffer.from('{"type":"message","text":"\u00e4"}', 'latin1'));
    await socket.frame({ type: 'error', detail: 'Malformed JSON' });
    expect(await other.history(conversation_id)).toHaveLength(1);
    expect(await bench.person.conversationIds(quiet.agentId)).toEqual([]);
  });
});
