/** @any-shape The hub alone refuses, by the contract. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { httpCall, OPCODES, RawSocket } from '@svc/testkit';
import type { AgentClient, RawFrame } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const FRAME_BYTES_MAX = 8 * 1024 * 1024;
const HUNDRED_MEGABYTES = 100 * 1024 * 1024;

describe('Bad input over the socket', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  /** An authenticated connection on which frames can be written that no library would write. */
  async function rawSocket(): Promise<RawSocket> {
    const raw = await RawSocket.open(`${agent.socketUrl}/ws/agent/${agent.agentId}`);
    const auth = JSON.stringify({ type: 'auth', agent_id: agent.agentId, secret: agent.secret });
    raw.write({ opcode: OPCODES.text, payload: Buffer.from(auth) });
    return raw;
  }

  async function expectUnharmed(): Promise<void> {
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
    const bystander = await bench.person.createAgent();
    const socket = await bench.connect(bystander);
    expect(await socket.ask({ text: 'Unharmed' })).toMatchObject({ type: 'message_ack' });
    expect((await httpCall(`${baseUrl}/health/ready`)).status).toBe(200);
  }

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

  it('a message in fragments is one message, whatever comes between them', async () => {
    const talker = await bench.person.createAgent();
    const socket = await bench.connect(talker);
    const frame = JSON.stringify({ type: 'message', text: 'In pieces: 🎉', ref: 'pieces' });
    socket.sendFragments([...frame].map((character) => character));
    const ack = await socket.frames.first(({ ref }) => ref === 'pieces');
    expect(ack).toMatchObject({ type: 'message_ack' });
    expect(await talker.history(String(ack['conversation_id']))).toMatchObject([{ text: 'In pieces: 🎉' }]);
  });

  it('a binary frame that is not UTF-8 is answered with an error frame, and the socket stays open', async () => {
    const socket = await bench.connect(agent);
    socket.sendBinary(Buffer.from('{"type":"message","text":"\u00e4"}', 'latin1'));
    expect(await socket.frames.first(({ type }) => type === 'error')).toMatchObject({
      detail: 'Malformed JSON',
    });
    expect(await socket.ask({ text: 7 })).toMatchObject({ type: 'error' });
    await expectUnharmed();
  });

  it('a frame of 100 MB is closed with 1009', async () => {
    const socket = await bench.connect(agent);
    socket.sendText('x'.repeat(HUNDRED_MEGABYTES));
    expect(await socket.closed()).toMatchObject({ code: 1009 });
    await expectUnharmed();
  });

  it('a first frame of 100 MB, before any authentication, is closed with 1009', async () => {
    const socket = await bench.openSocket(agent);
    socket.sendText('x'.repeat(HUNDRED_MEGABYTES));
    expect(await socket.closed()).toMatchObject({ code: 1009 });
    await expectUnharmed();
  });

  it('fragments that together are over 8 MiB are closed with 1009', async () => {
    const socket = await bench.connect(agent);
    const fragment = 'x'.repeat(1024 * 1024);
    socket.sendFragments([...Array<string>(FRAME_BYTES_MAX / fragment.length).fill(fragment), 'x']);
    expect(await socket.closed()).toMatchObject({ code: 1009 });
    await expectUnharmed();
  });

  it('a frame of 8 MiB is read, and refused for what it holds', async () => {
    const socket = await bench.connect(agent);
    socket.sendText('x'.repeat(FRAME_BYTES_MAX));
    expect(await socket.frames.first(({ type }) => type === 'error')).toMatchObject({
      detail: 'Malformed JSON',
    });
    expect(socket.isOpen).toBe(true);
  });

  const text = OPCODES.text;
  const payload = Buffer.from('{}');
  const BROKEN: [string, number, RawFrame[]][] = [
    ['a frame that is not masked', 1002, [{ opcode: text, payload, masked: false }]],
    ['a reserved opcode', 1002, [{ opcode: 3, payload }]],
    [
      'a new message before the last fragment',
      1002,
      [
        { opcode: text, payload, fin: false },
        { opcode: text, payload },
      ],
    ],
    ['a fragment of no message', 1002, [{ opcode: OPCODES.continuation, payload }]],
    ['a fragmented ping', 1002, [{ opcode: OPCODES.ping, payload, fin: false }]],
    ['a ping that is too long', 1002, [{ opcode: OPCODES.ping, payload: Buffer.alloc(126) }]],
    ['text that is not UTF-8', 1007, [{ opcode: text, payload: Buffer.from([0xff, 0xfe, 0xfd]) }]],
    [
      'a length of 100 MB that is only claimed',
      1009,
      [{ opcode: text, payload, claimedLength: HUNDRED_MEGABYTES }],
    ],
    ['a length beyond all numbers', 1009, [{ opcode: text, payload, claimedLength: 2 ** 62 }]],
    ['a close code that is none', 1002, [{ opcode: OPCODES.close, payload: Buffer.from([0x03, 0xe7]) }]],
  ];
  it.each(BROKEN)(
    'breaks the protocol with %s: closed with %i, and no other is harmed',
    async (_, code, frames) => {
      const raw = await rawSocket();
      for (const frame of frames) raw.write(frame);
      expect(await raw.closeCode()).toBe(code);
      await expectUnharmed();
    },
  );

  it('an unmasked or broken frame before any authentication closes the socket as well', async () => {
    const raw = await RawSocket.open(`${agent.socketUrl}/ws/agent/${agent.agentId}`);
    raw.write({ opcode: text, payload, masked: false });
    expect(await raw.closeCode()).toBe(1002);
    await expectUnharmed();
  });

  it('another agent’s conversation, a foreign run, an image that is none: an error frame each, and nothing stored', async () => {
    const other = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(other.agentId, 'Not yours');
    const socket = await bench.connect(agent);
    const bad = [
      { text: 'x', conversation_id },
      { text: 'x', conversation_id: `conv_${'0'.repeat(32)}` },
      { text: 'x', task_run_id: `run_${'0'.repeat(32)}` },
      { text: 'x', image_base64: 'bm8gaW1hZ2U=' },
      { image_base64: '%%%' },
    ];
    for (const message of bad) {
      expect(await socket.ask(message)).toMatchObject({ type: 'error', detail: expect.any(String) });
    }
    expect(await other.history(conversation_id)).toHaveLength(1);
    await expectUnharmed();
  });

  it('a connection that is cut in the middle of a frame harms nobody', async () => {
    const socket = await bench.connect(agent);
    socket.sendText(JSON.stringify({ type: 'message', text: 'x'.repeat(1_000_000) }));
    socket.terminate();
    await expectUnharmed();
  });
});
