/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @waits-for-real-time The silence that ends an unfinished file has to pass. */
import {
  base64,
  eventually,
  httpCall,
  m4aOf,
  Person,
  pngOf,
  StreamedCall,
  tinyGif,
  tinyM4a,
  tinyPng,
} from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { useOwnProduct } from './own-product.js';
import { GPS, seenOf, takenPhoto, UPRIGHT } from './photo.js';

const MIB = 1024 * 1024;

describe('A file that is sent as it is', () => {
  const own = useOwnProduct({
    QUOTA_MEDIA_BYTES_PER_USER: String(20 * MIB),
    QUOTA_MEDIA_BYTES_PER_AGENT: String(18 * MIB),
  });

  const newPerson = () => Person.signUp(own.product.url);
  const newAgent = async () => {
    const person = await newPerson();
    return { person, agent: await person.createAgent() };
  };

  it('by a user is named by a message, beside images that come with it, and reaches the agent', async () => {
    const { person, agent } = await newAgent();
    const socket = await own.connect(agent);
    const picture = await person.uploaded(tinyGif(), { type: 'application/octet-stream' });
    const sound = await person.uploaded(tinyM4a(), { type: 'video/mp4' });
    expect([picture.content_type, sound.content_type]).toEqual(['image/gif', 'audio/mp4']);
    const media_ids = [sound.media_id, picture.media_id];
    await person.send(agent.agentId, { text: 'Look and listen', images: [base64(tinyPng())], media_ids });
    const { image_urls, audio_url } = await socket.userMessage('Look and listen');
    const files = await Promise.all([...(image_urls ?? []), audio_url].map((url) => httpCall(url ?? '')));
    expect(files.map(({ bytes }) => bytes)).toEqual([tinyPng(), tinyGif(), tinyM4a()]);
  });

  it('is the picture alone, upright and without what a camera wrote beside it, from both sides', async () => {
    const { person, agent } = await newAgent();
    const taken = await takenPhoto();
    for (const from of [person, agent]) {
      const before = await person.usedMediaBytes();
      const { url, byte_length } = await from.uploaded(taken, { type: 'image/jpeg' });
      const { bytes } = await httpCall(url);
      expect([taken.includes(GPS), bytes.includes(GPS)]).toEqual([true, false]);
      expect(await seenOf(bytes)).toEqual(UPRIGHT);
      expect([byte_length, (await person.usedMediaBytes()) - before]).toEqual([bytes.length, bytes.length]);
    }
  });

  it('is used by one message, also if two name it at one instant', async () => {
    const person = await newPerson();
    const { agentId } = await person.createAgent();
    const { media_id } = await person.uploaded(tinyPng());
    const named = (text: string) => person.postMessage(agentId, { text, media_ids: [media_id] });
    const answers = await Promise.all(['one', 'two', 'three'].map(named));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expectInvalidField(await named('four'), 'body.media_ids.0');
  });

  it('may be as large as one in base64, and not larger, whether or not its size is announced', async () => {
    const agent = await (await newPerson()).createAgent();
    await agent.uploaded(pngOf(5 * MIB));
    for (const chunked of [false, true]) {
      // The type that was announced is not believed.
      const image = await agent.upload(pngOf(5 * MIB + 1), { type: 'audio/mp4', chunked });
      expectRefusal(image, 413, 'Image is larger than 5 MB');
      expectRefusal(await agent.upload(m4aOf(10 * MIB + 1), { type: 'audio/mp4', chunked }), 413);
    }
  });

  it('that is no picture and no recording, or only part of one, is refused, and leaves nothing', async () => {
    const person = await newPerson();
    expectRefusal(await person.upload(Buffer.from('<html></html>'), { type: 'image/png' }), 415);
    expectRefusal(await person.upload(tinyPng(), { type: 'multipart/form-data; boundary=x' }), 415);
    expectRefusal(await person.upload(Buffer.alloc(0)), 422);
    const half = (await takenPhoto()).subarray(0, 99);
    expectInvalidField(await person.upload(half, { type: 'image/jpeg' }), 'body');
    expect(await person.usedMediaBytes()).toBe(0);
  });

  it('counts for its agent and its user, and none goes beyond a quota, not even two at once', async () => {
    const { person, agent } = await newAgent();
    const send = (from: Person | AgentClient, megabytes: number) =>
      from.upload(m4aOf(megabytes * MIB), { type: 'audio/mp4' });
    const expectQuota = (answer: HttpAnswer | undefined, quota: string) => {
      expectRefusal(answer!, 429);
      expect(answer?.body).toMatchObject({ detail: expect.stringContaining(quota) });
    };
    for (const megabytes of [5, 5, 5, 3]) await bodyOf('uploadAgentMedia', send(agent, megabytes));
    // What an agent has sent keeps neither its user nor another agent from sending more.
    expectQuota(await send(agent, 1), 'media_bytes_per_agent');
    const image = base64(tinyPng());
    expectQuota(await agent.post({ text: 'x', image_base64: image }), 'media_bytes_per_agent');
    const others = [person, await person.createAgent(), person];
    const answers = await Promise.all(others.map((from) => send(from, 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429]);
    const further = await person.postMessage(agent.agentId, { text: 'x', images: [image] });
    expectQuota(further, 'media_bytes_per_user');
    expect(await person.usedMediaBytes()).toBe(20 * MIB);
    // What is erased makes room.
    await person.call(`/agents/${agent.agentId}`, { method: 'DELETE' });
    const used = () => person.usedMediaBytes();
    await eventually(used, (bytes) => bytes <= 2 * MIB, { what: 'room', waitMsMax: 60_000 });
  });

  it('leaves nothing if its caller hangs up, or falls silent before it ends', async () => {
    const person = await newPerson();
    const use = (bytes: number, what: string) => {
      const used = () => person.usedMediaBytes();
      return eventually(used, (found) => found === bytes, { what });
    };
    const begun = async () => {
      const headers = {
        ...person.credentials,
        'content-type': 'image/png',
        'content-length': String(MIB),
      };
      const call = new StreamedCall(`${own.product.url}/api/client/media`, headers);
      await call.write(pngOf(MIB).subarray(0, 300 * 1024));
      await use(MIB, 'the file to begin');
      return call;
    };
    (await begun()).breakOff();
    await use(0, 'nothing to be left of the one that broke off');
    const silent = await begun();
    expect((await silent.answer()).status).toBe(408);
    await use(0, 'nothing to be left of the one that fell silent');
    silent.breakOff();
  });
});
