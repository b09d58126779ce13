/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @any-shape The gateway alone takes files; `files.test.ts` takes them in both shapes. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import {
  base64,
  eventually,
  httpCall,
  m4aOf,
  Person,
  pngOf,
  tinyGif,
  tinyJpeg,
  tinyM4a,
  tinyPng,
} from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';
import { PLACE, seenOf, takenPhoto, UPRIGHT } from './photo.js';

const [KIB, MIB] = [1024, 1024 * 1024];
const QUOTA_BYTES = 20 * MIB;

interface Sent {
  media_id: string;
  content_type: string;
  byte_length: number;
  url: string;
}

describe('A file that is sent as it is', () => {
  const own = useOwnProduct({
    QUOTA_MEDIA_BYTES_PER_USER: String(QUOTA_BYTES),
    QUOTA_MEDIA_BYTES_PER_AGENT: String(QUOTA_BYTES),
  });

  const upload = (from: Person | AgentClient, file: Buffer, type = 'image/png', chunked = false) => {
    const call = { method: 'POST', body: file, headers: { 'content-type': type }, chunked };
    return from instanceof Person ? from.call('/media', call) : from.call('/api/agent/media', call);
  };

  async function uploaded(from: Person | AgentClient, file: Buffer, type?: string): Promise<Sent> {
    const answer = await upload(from, file, type);
    expectAnswer(from instanceof Person ? 'uploadMedia' : 'uploadAgentMedia', answer, 201);
    return answer.body as Sent;
  }

  const newPerson = () => Person.signUp(own.product.url);

  const usedBytes = async (person: Person): Promise<number> => {
    const answer = await person.call('/account/quotas');
    expectAnswer('listAccountQuotas', answer, 200);
    const quotas = answer.body as { quota: string; used: number }[];
    return quotas.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
  };

  it('by a user is named by a message, beside images that come with it, and reaches the agent', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const socket = await agent.connect();
    const picture = await uploaded(person, tinyGif(), 'application/octet-stream');
    const sound = await uploaded(person, tinyM4a(), 'video/mp4');
    expect([picture.content_type, sound.content_type]).toEqual(['image/gif', 'audio/mp4']);
    expect((await httpCall(picture.url)).bytes).toEqual(tinyGif());
    const { conversation_id } = await person.send(agent.agentId, {
      text: 'Look and listen',
      images: [base64(tinyPng())],
      media_ids: [sound.media_id, picture.media_id],
    });
    const event = await socket.userMessage('Look and listen');
    const files = await Promise.all(
      [...(event.image_urls ?? []), event.audio_url].map((url) => httpCall(url ?? '')),
    );
    expect(files.map(({ bytes }) => bytes)).toEqual([tinyPng(), tinyGif(), tinyM4a()]);
    const [shown] = await person.history(conversation_id);
    expect(shown?.image_urls.map((url) => url.split('/').at(-1))[1]).toBe(picture.media_id);
    await socket.close();
  });

  it('by an agent is named over both doors, and is shown to its user', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const [first, second, sound] = [
      await uploaded(agent, tinyPng()),
      await uploaded(agent, tinyJpeg(), 'image/jpeg'),
      await uploaded(agent, tinyM4a(), 'audio/mp4'),
    ];
    await agent.send({ text: 'By call', media_ids: [first.media_id] });
    const socket = await agent.connect();
    expect(await socket.ask({ media_ids: [second.media_id, sound.media_id] })).toMatchObject({
      type: 'message_ack',
    });
    await socket.close();
    const shown = (
      await Promise.all((await person.conversationIds(agent.agentId)).map((id) => person.history(id)))
    ).flat();
    const files = shown.flatMap(({ image_urls, audio_url }) => [
      ...image_urls,
      ...(audio_url === null ? [] : [audio_url]),
    ]);
    const received = await Promise.all(files.map((url) => httpCall(url)));
    expect(new Set(received.map(({ bytes }) => bytes.toString('hex')))).toEqual(
      new Set([tinyPng(), tinyJpeg(), tinyM4a()].map((file) => file.toString('hex'))),
    );
  });

  it('is the picture alone, upright and without what a camera has written beside it, whoever sends it', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const taken = await takenPhoto();
    for (const from of [person, agent]) {
      const before = await usedBytes(person);
      const { url, byte_length } = await uploaded(from, taken, 'image/jpeg');
      const { bytes } = await httpCall(url);
      expect([taken.includes(PLACE), bytes.includes(PLACE)]).toEqual([true, false]);
      expect(await seenOf(bytes)).toEqual(UPRIGHT);
      expect([byte_length, (await usedBytes(person)) - before]).toEqual([bytes.length, bytes.length]);
    }
  });

  it('that is a picture which cannot be decoded is refused, and leaves nothing', async () => {
    const person = await newPerson();
    expectInvalidField(await upload(person, tinyJpeg().subarray(0, 99), 'image/jpeg'), 'body');
    expect(await usedBytes(person)).toBe(0);
  });

  it('is used by one message, also if two name it at one instant', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const { media_id } = await uploaded(person, tinyPng());
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((text) =>
        person.postMessage(agent.agentId, { text, media_ids: [media_id] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await person.events(agent.agentId)).toHaveLength(1);
    const again = await person.postMessage(agent.agentId, { text: 'four', media_ids: [media_id] });
    expectInvalidField(again, 'body.media_ids.0');
    const two = await person.postMessage(agent.agentId, { text: 'x', media_ids: [media_id, media_id] });
    expectInvalidField(two, 'body.media_ids');
  });

  it('is of no use to others: another user, another agent, its own user or agent', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const [agent, sibling, foreign] = [
      await person.createAgent(),
      await person.createAgent(),
      await stranger.createAgent(),
    ];
    const [byPerson, byAgent] = [await uploaded(person, tinyPng()), await uploaded(agent, tinyPng())];
    const refused = [
      await stranger.postMessage(foreign.agentId, { text: 'x', media_ids: [byPerson.media_id] }),
      await person.postMessage(agent.agentId, { text: 'x', media_ids: [byAgent.media_id] }),
      await sibling.post({ text: 'x', media_ids: [byAgent.media_id] }),
      await agent.post({ text: 'x', media_ids: [byPerson.media_id] }),
    ];
    for (const answer of refused) expectInvalidField(answer, 'body.media_ids.0');
    const unsigned = `${own.product.url}/media/${byPerson.media_id}`;
    expectRefusal(await httpCall(unsigned, { headers: { authorization: `Bearer ${stranger.token}` } }), 404);
    expect((await httpCall(unsigned, { headers: { authorization: `Bearer ${person.token}` } })).status).toBe(
      200,
    );
    await agent.send({ text: 'Mine', media_ids: [byAgent.media_id] });
  });

  it('beyond ten images or one recording in a message is refused, and the files wait on', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const [one, ...sounds] = [
      await uploaded(person, tinyPng()),
      await uploaded(person, tinyM4a(), 'audio/mp4'),
      await uploaded(person, tinyM4a(), 'audio/mp4'),
    ];
    const images = Array<string>(10).fill(base64(tinyPng()));
    const ids = sounds.map(({ media_id }) => media_id);
    for (const body of [{ images, media_ids: [one.media_id] }, { media_ids: ids }])
      expectInvalidField(await person.postMessage(agent.agentId, body), 'body.media_ids');
    await person.send(agent.agentId, { media_ids: [one.media_id, ids[0]] });
  });

  it('may be as large as one in base64, and not larger, whether or not its size is announced', async () => {
    const agent = await (await newPerson()).createAgent();
    await uploaded(agent, pngOf(5 * MIB));
    for (const chunked of [false, true]) {
      const detail = 'Image is larger than 5 MB';
      expectRefusal(await upload(agent, pngOf(5 * MIB + 1), 'image/png', chunked), 413, detail);
      expectRefusal(await upload(agent, m4aOf(10 * MIB + 1), 'audio/mp4', chunked), 413);
    }
    // The type that was announced is not believed.
    expectRefusal(await upload(agent, pngOf(5 * MIB + 1), 'audio/mp4'), 413, 'Image is larger than 5 MB');
    expect((await upload(agent, tinyPng(), 'image/png', true)).status).toBe(201);
  });

  it('that is no picture and no recording is refused, and leaves nothing', async () => {
    const person = await newPerson();
    for (const [file, type] of [
      [Buffer.from('just text'), 'image/png'],
      [Buffer.from('<html><script>alert(1)</script></html>'), 'application/octet-stream'],
      [tinyPng(), 'text/html'],
      [Buffer.from('{}'), 'application/json'],
    ] as const)
      expectRefusal(await upload(person, file, type), 415);
    expectRefusal(await upload(person, Buffer.alloc(0), 'image/png'), 422);
    expect(await usedBytes(person)).toBe(0);
  });

  it('of a stranger, or of an approval-only agent, is refused before it is read', async () => {
    const person = await newPerson();
    const approver = await person.createAgent({ kind: 'approval-only' });
    expectRefusal(await upload(approver, tinyPng()), 403);
    for (const path of ['/api/client/media', '/api/agent/media']) {
      const call = { method: 'POST', body: tinyPng(), headers: { 'content-type': 'image/png' } };
      expectRefusal(await httpCall(own.product.url + path, call), 401);
      expectRefusal(await httpCall(own.product.url + path), 405);
    }
  });

  it('that breaks off leaves nothing', async () => {
    const person = await newPerson();
    const { hostname, port } = new URL(own.product.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = `POST /api/client/media HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\n`;
    socket.write(`${head}content-type: image/png\r\ncontent-length: ${MIB}\r\n\r\n`);
    socket.write(pngOf(MIB).subarray(0, 300 * KIB));
    await eventually(
      () => usedBytes(person),
      (bytes) => bytes === MIB,
      { what: 'the file to begin' },
    );
    socket.destroy();
    await eventually(
      () => usedBytes(person),
      (bytes) => bytes === 0,
      { what: 'nothing to be left' },
    );
  });

  it('counts for its user, and none goes beyond the quota, also two at one instant or one in a message', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const send = (from: Person | AgentClient, megabytes: number) =>
      upload(from, m4aOf(megabytes * MIB), 'audio/mp4');
    for (const megabytes of [5, 5, 5, 3]) expectAnswer('uploadAgentMedia', await send(agent, megabytes), 201);
    expect(await usedBytes(person)).toBe(18 * MIB);
    const answers = await Promise.all([person, agent, person].map((from) => send(from, 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
    const expectQuota = (answer: HttpAnswer) => {
      expectRefusal(answer, 429);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining('media_bytes_per_user') });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    };
    answers.filter(({ status }) => status === 429).forEach(expectQuota);
    const image = base64(tinyPng());
    expectQuota(await person.postMessage(agent.agentId, { text: 'x', images: [image] }));
    expectQuota(await agent.post({ text: 'x', image_base64: image }));
    expect(await usedBytes(person)).toBe(20 * MIB);
    // What is erased makes room.
    await person.call(`/agents/${agent.agentId}`, { method: 'DELETE' });
    await eventually(
      () => usedBytes(person),
      (bytes) => bytes <= 2 * MIB,
      { what: 'room', waitMsMax: 60_000 },
    );
  });
});
