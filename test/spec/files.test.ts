/** @each-shape Each shape stores files in its own way. */
import { base64, eventOf, eventually, httpCall, Person, tinyM4a, tinyPng } from '@svc/testkit';
import { expectInvalidField, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const MIB = 1024 * 1024;
const DAY_SECONDS = 86_400;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');

const own = useOwnProduct({
  QUOTA_MEDIA_BYTES_PER_USER: String(60 * MIB),
  QUOTA_MEDIA_BYTES_PER_AGENT: String(40 * MIB),
  MEDIA_LINK_DAYS: '3',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
});

describe('A file of any kind, which is sent under a name', () => {
  const newPerson = () => Person.signUp(own.product.url);
  const newAgent = async () => {
    const person = await newPerson();
    return { person, agent: await person.createAgent() };
  };

  const filesOf = (message: unknown) => (message as { files?: { url: string; name: string }[] }).files;

  it('by a person reaches the agent by event and history, with a link to it as it was', async () => {
    const { person, agent } = await newAgent();
    const socket = await own.connect(agent);
    const { media_id } = await person.uploaded(PDF, { name: 'plan.pdf', type: 'application/pdf' });
    const { conversation_id } = await person.send(agent.agentId, 'Plain');
    expect(await socket.userMessage('Plain')).not.toHaveProperty('files');
    await person.send(agent.agentId, { text: 'Read', media_ids: [media_id], conversation_id });
    const event = await socket.userMessage('Read');
    expect(event).toMatchObject({ image_url: null, image_urls: null, audio_url: null });
    const expected = { name: 'plan.pdf', content_type: 'application/pdf', byte_length: PDF.length };
    const [shownToAgent, plain] = await agent.history(conversation_id);
    expect(plain).not.toHaveProperty('files');
    const [shown] = await person.history(conversation_id);
    for (const message of [event, shownToAgent, shown]) {
      expect(filesOf(message)).toEqual([{ ...expected, url: expect.any(String) }]);
      expect((await httpCall(filesOf(message)?.[0]?.url ?? '')).bytes).toEqual(PDF);
    }
  });

  it('by an agent is named over both doors, and is shown to its user, with pictures beside it', async () => {
    const { person, agent } = await newAgent();
    const csv = Buffer.from('a,b\n1,2\n');
    const byCall = await agent.uploaded(csv, { name: 'figures.csv', type: 'text/csv' });
    const image_base64 = base64(tinyPng());
    await agent.send({ text: 'By call', media_ids: [byCall.media_id], image_base64 });
    const byFrame = await agent.uploaded(Buffer.from('{}'), { name: 'a.json', type: 'application/json' });
    const socket = await own.connect(agent);
    const acknowledged = await socket.ask({ media_ids: [byFrame.media_id] });
    expect(acknowledged).toMatchObject({ type: 'message_ack' });
    const ids = await person.conversationIds(agent.agentId);
    const shown = (await Promise.all(ids.map((id) => person.history(id)))).flat();
    const kinds = shown.map((message) => [message.image_urls.length, filesOf(message)?.[0]?.name]);
    expect(kinds.toSorted()).toEqual([
      [0, 'a.json'],
      [1, 'figures.csv'],
    ]);
  });

  it('is served for saving alone, as bytes that no browser runs, under a name that is fit', async () => {
    const { person, agent } = await newAgent();
    for (const [file, given, kept] of [
      [Buffer.from('<!doctype html><script>alert(1)</script>'), '../../page.html', 'page.html'],
      [tinyPng(), 'a\r\nSet-Cookie: x="日本"', 'aSet-Cookie: x="日本"'],
    ] as const) {
      const { media_id, url } = await person.uploaded(file, { name: given, type: 'text/html' });
      const { headers, bytes } = await httpCall(url);
      expect(bytes).toEqual(file);
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(headers).not.toHaveProperty('set-cookie');
      const [, name = ''] =
        /^attachment; .*filename\*=UTF-8''(\S+)$/.exec(headers['content-disposition'] ?? '') ?? [];
      expect(decodeURIComponent(name)).toBe(kept);
      const { conversation_id } = await person.send(agent.agentId, { text: 'x', media_ids: [media_id] });
      const [shown] = await person.history(conversation_id);
      expect(filesOf(shown)?.[0]?.name).toBe(kept);
    }
  });

  it('may have 25 MiB and not more, announced or not, and leaves nothing if it has more', async () => {
    const person = await newPerson();
    for (const chunked of [false, true])
      expectRefusal(await person.upload(Buffer.alloc(25 * MIB + 1), { name: 'a.bin', chunked }), 413);
    expectRefusal(await person.upload(Buffer.alloc(0), { name: 'a.bin' }), 422);
    expect(await person.usedMediaBytes()).toBe(0);
    const { byte_length } = await person.uploaded(Buffer.alloc(25 * MIB), { name: 'a.bin', chunked: true });
    expect([byte_length, await person.usedMediaBytes()]).toEqual([25 * MIB, 25 * MIB]);
  });

  it('is of no use to others: another user, another agent, its own agent or user', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const [agent, foreign] = [await person.createAgent(), await stranger.createAgent()];
    const { media_id } = await person.uploaded(PDF, { name: 'plan.pdf' });
    const body = { text: 'x', media_ids: [media_id] };
    const sibling = await person.createAgent();
    const ofAgent = { text: 'x', media_ids: [(await agent.uploaded(tinyPng())).media_id] };
    for (const answer of [
      await stranger.postMessage(foreign.agentId, body),
      await agent.post(body),
      await person.postMessage(agent.agentId, ofAgent),
      await sibling.post(ofAgent),
    ])
      expectInvalidField(answer, 'body.media_ids.0');
    await person.send(agent.agentId, body);
    expectInvalidField(await person.postMessage(agent.agentId, body), 'body.media_ids.0');
  });

  it('goes with its message, and its bytes are given back', async () => {
    const { person, agent } = await newAgent();
    const { media_id, url } = await person.uploaded(PDF, { name: 'plan.pdf' });
    const sent = await person.send(agent.agentId, { text: 'x', media_ids: [media_id] });
    expect((await person.call(`/messages/${sent.message_id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await httpCall(url)).status).toBe(404);
    const used = () => person.usedMediaBytes();
    await eventually(used, (bytes) => bytes === 0, { what: 'the bytes to be given back' });
  });
});

describe('The files of messages', () => {
  /** A picture that the person has sent, as the person sees it. */
  async function sentPicture() {
    const { agentId } = await own.person.createAgent();
    const { conversation_id } = await own.person.send(agentId, { images: [base64(tinyPng())] });
    const [message] = await own.person.history(conversation_id);
    const url = message?.image_urls[0] ?? '';
    return { url, file: url.slice(url.lastIndexOf('/') + 1) };
  }

  it('are not opened by their names alone', async () => {
    const { file } = await sentPicture();
    const stranger = await Person.signUp(own.product.url);
    for (const headers of [{}, stranger.credentials, { authorization: 'Bearer nobody' }, { cookie: 'a=b' }])
      expectRefusal(await httpCall(`${own.product.url}/media/${file}`, { headers }), 404, 'Not found');
  });

  it('are opened by their owner’s session, and by an API key with the scope read', async () => {
    const { file } = await sentPicture();
    const url = `${own.product.url}/media/${file}`;
    const key = async (scope: string) =>
      (await own.person.createApiKey({ scopes: [scope] })).program.credentials;
    for (const headers of [own.person.credentials, await key('read')]) {
      const answer = await httpCall(url, { headers });
      expect([answer.status, answer.bytes]).toEqual([200, tinyPng()]);
    }
    expectRefusal(await httpCall(url, { headers: await key('decisions') }), 403);
  });

  it('are opened by a link alone, which for a person ends within a day, and opens nothing else', async () => {
    const { url, file } = await sentPicture();
    expect((await httpCall(url)).bytes).toEqual(tinyPng());
    const other = await sentPicture();
    const later = url.replace(/(?<=\/media\/)\d+/, (end) => String(Number(end) + 1));
    for (const wrong of [later, other.url.replace(other.file, file)])
      expectRefusal(await httpCall(wrong), 404, 'Not found');
    expect(secondsLeft(url)).toBeLessThanOrEqual(DAY_SECONDS);
    expect(secondsLeft(url)).toBeGreaterThanOrEqual(DAY_SECONDS / 2 - 60);
  });

  it('come to agents by links for MEDIA_LINK_DAYS: by socket, webhook, log and history', async () => {
    const { agent, receiver } = await own.hookedAgent();
    const sent = await own.person.send(agent.agentId, {
      text: 'Look and listen',
      images: [base64(tinyPng()), base64(tinyPng())],
      audio_base64: base64(tinyM4a()),
    });
    const [delivery] = await receiver.deliveries.atLeast(1);
    const log = await agent.call('/api/agent/events?after=0');
    const socket = await own.connect(agent);
    await own.person.send(agent.agentId, { text: 'Again', images: [base64(tinyPng())] });
    const pushed = await socket.userMessage('Again');
    const shown = [
      eventOf(delivery!),
      (log.body as { events: { event: object }[] }).events[0]?.event,
      (await agent.history(sent.conversation_id))[0],
      pushed,
    ].map((each) => each as { image_url?: string; image_urls?: string[]; audio_url?: string });
    const urls = shown
      .flatMap(({ image_url, image_urls, audio_url }) => [image_url, ...(image_urls ?? []), audio_url])
      .filter((each) => each != null);
    // Of each of the first three both images and the recording, and one image of the last.
    expect(urls).toHaveLength(10);
    for (const url of urls) {
      expect((await httpCall(url)).status).toBe(200);
      expect(secondsLeft(url)).toBeGreaterThan(3 * DAY_SECONDS - 60);
      expect(secondsLeft(url)).toBeLessThanOrEqual(3 * DAY_SECONDS + 3_600);
    }
  });
});

function secondsLeft(url: string): number {
  return Number(/\/media\/(\d+)\./.exec(url)?.[1]) - Date.now() / 1_000;
}
