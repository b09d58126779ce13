import { ClientSocket, httpCall, m4aOf, Person } from '@svc/testkit';
import type { Composition } from './composition.js';

const MIB = 1024 * 1024;
const LARGEST_FILE_BYTES = 25 * MIB;
/** Enough for both gateways to be asked: the edge proxy takes them in turns. */
const DOWNLOADS = 6;

/** What agents and persons do besides messages of text, through the edge proxy. */
export function describeEdgeProxy(composition: () => Composition): void {
  it('takes files of some megabytes from an agent and a person, and both gateways give them back', async () => {
    const person = await Person.signUp(composition().url);
    const agent = await person.createAgent();
    const sound = m4aOf(5 * MIB);
    const whole = bytesOf(LARGEST_FILE_BYTES);
    const [byAgent, byPerson] = [
      await agent.uploaded(sound, { type: 'audio/mp4' }),
      await person.uploaded(whole, { name: 'whole.bin' }),
    ];
    const socket = await agent.connect();
    await agent.send({ text: 'A recording', media_ids: [byAgent.media_id] });
    await person.send(agent.agentId, { text: 'A file', media_ids: [byPerson.media_id] });
    const event = await socket.userMessage('A file');
    const [named] = (event as { files?: { url: string; byte_length: number }[] }).files ?? [];
    expect(named?.byte_length).toBe(LARGEST_FILE_BYTES);
    const links = Array<string>(DOWNLOADS).fill(named?.url ?? '');
    for (const url of links) expect((await httpCall(url)).bytes.equals(whole)).toBe(true);
    for (const url of links.fill(byAgent.url)) expect((await httpCall(url)).bytes.equals(sound)).toBe(true);
    const part = await httpCall(named?.url ?? '', { headers: { range: 'bytes=1048576-1048579' } });
    expect([part.status, part.bytes]).toEqual([206, whole.subarray(MIB, MIB + 4)]);
    await socket.close();
  });

  // The edge proxy lets a little more through than the largest file, which the gateway refuses.
  it.each([
    ['by a byte', 1],
    ['by a megabyte', MIB],
  ])('refuses a file that is too large %s, whether or not its size is announced', async (_by, bytesMore) => {
    const person = await Person.signUp(composition().url);
    for (const chunked of [false, true]) {
      const large = bytesOf(LARGEST_FILE_BYTES + bytesMore);
      const answer = await person.upload(large, { name: 'large.bin', chunked });
      expect([answer.status, answer.body]).toEqual([413, { detail: expect.any(String) }]);
    }
  });

  it('shows a message while its agent still writes it in one call', async () => {
    const person = await Person.signUp(composition().url);
    const agent = await person.createAgent();
    const { conversation_id } = await person.send(agent.agentId, 'What do you see?');
    const own = await ClientSocket.open(composition().url);
    await own.authenticate(person.token);
    const call = agent.stream(conversation_id);
    call.line({ type: 'message_delta', text: 'A zebra' });
    await own.grown(conversation_id, 'A zebra');
    call.line({ type: 'message_delta', text: 'finch' });
    const id = await own.grown(conversation_id, 'A zebrafinch');
    call.line({ type: 'message_end' });
    call.end();
    expect((await call.answer()).body).toEqual({ status: 'ok', message_id: id, conversation_id });
    own.terminate();
  });
}

/** Bytes of which each part differs from the others. */
function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32BE(at, at);
  return bytes;
}
