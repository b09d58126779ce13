/** @any-shape The gateway alone signs links and reads them. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { base64, eventOf, httpCall, Person, tinyM4a, tinyPng, WebhookReceiver } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const [KEY, FORMER, FOREIGN] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const DAY_SECONDS = 86_400;

describe('The files of messages', () => {
  const own = useOwnProduct({
    SECRETS_KEY: KEY.toString('hex'),
    SECRETS_KEYS: FORMER.toString('hex'),
    MEDIA_LINK_DAYS: '3',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  });

  /** A picture that the person has sent, as the person sees it. */
  async function sentPicture() {
    const agent = await own.person.createAgent();
    const { conversation_id: conversationId } = await own.person.send(agent.agentId, {
      images: [base64(tinyPng())],
    });
    const [message] = await own.person.history(conversationId);
    const url = message?.image_urls[0] ?? '';
    return { agent, conversationId, url, file: fileOf(url) };
  }

  it('are not opened by their names alone', async () => {
    const { file } = await sentPicture();
    const stranger = await Person.signUp(own.product.url);
    for (const headers of [{}, sessionOf(stranger), { authorization: 'Bearer nobody' }, { cookie: 'a=b' }])
      expectRefusal(await httpCall(`${own.product.url}/media/${file}`, { headers }), 404, 'Not found');
  });

  it('are opened by their owner’s session, and by an API key with the scope read', async () => {
    const { file } = await sentPicture();
    const url = `${own.product.url}/media/${file}`;
    const key = async (scope: string) => {
      const body = { name: scope, scopes: [scope], expires_in_seconds: 3_600 };
      const answer = await own.person.call('/account/keys', { body });
      return { authorization: `Bearer ${(answer.body as { secret: string }).secret}` };
    };
    for (const headers of [sessionOf(own.person), await key('read')]) {
      const answer = await httpCall(url, { headers });
      expect([answer.status, answer.bytes]).toEqual([200, tinyPng()]);
    }
    expectRefusal(await httpCall(url, { headers: await key('decisions') }), 403);
  });

  it('are opened by a link without any credential, which for a person ends within a day', async () => {
    const { url } = await sentPicture();
    expect((await httpCall(url)).bytes).toEqual(tinyPng());
    expect(secondsLeft(url)).toBeLessThanOrEqual(DAY_SECONDS);
    expect(secondsLeft(url)).toBeGreaterThanOrEqual(DAY_SECONDS / 2 - 60);
  });

  it('come to agents by links for the days of MEDIA_LINK_DAYS: on the socket, by webhook, in the log and in the history', async () => {
    const receiver = await WebhookReceiver.open();
    try {
      const agent = await own.person.createAgent({ webhook_url: receiver.url });
      const sent = await own.person.send(agent.agentId, {
        text: 'Look and listen',
        images: [base64(tinyPng()), base64(tinyPng())],
        audio_base64: base64(tinyM4a()),
      });
      const [delivery] = await receiver.deliveries.atLeast(1);
      const log = await agent.call('/api/agent/events?after=0');
      const socket = await agent.connect();
      await own.person.send(agent.agentId, { text: 'Again', images: [base64(tinyPng())] });
      const pushed = await socket.userMessage('Again');
      await socket.close();
      const shown = [
        eventOf(delivery!),
        (log.body as { events: { event: object }[] }).events[0]?.event,
        (await agent.history(sent.conversation_id))[0],
        pushed,
      ].map((each) => each as { image_url?: string; image_urls?: string[]; audio_url?: string });
      expect(shown.slice(0, 3)).toMatchObject(
        Array(3).fill({ image_urls: { length: 2 }, audio_url: expect.stringMatching(/\.m4a$/) }),
      );
      for (const { image_url, image_urls, audio_url } of shown) {
        for (const url of [image_url, ...(image_urls ?? []), audio_url].filter((each) => each != null)) {
          expect((await httpCall(url)).status).toBe(200);
          expect(secondsLeft(url)).toBeGreaterThan(3 * DAY_SECONDS - 60);
          expect(secondsLeft(url)).toBeLessThanOrEqual(3 * DAY_SECONDS + 3_600);
        }
      }
    } finally {
      await receiver.close();
    }
  });

  it('of a message without any are not named in the history of an agent', async () => {
    const agent = await own.person.createAgent();
    const { conversation_id } = await own.person.send(agent.agentId, 'Hello');
    const [message] = await agent.history(conversation_id);
    expect(Object.keys(message ?? {}).sort()).toEqual(
      ['conversation_id', 'created_at', 'id', 'sender', 'sender_name', 'text'].sort(),
    );
  });

  it('are not there for a link that has ended, or was signed by somebody else, or for another file', async () => {
    const { file } = await sentPicture();
    const other = await sentPicture();
    const now = Math.floor(Date.now() / 1_000);
    const call = (link: string) => httpCall(`${own.product.url}/media/${link}/${file}`);
    // What this test signs by itself is right, so that it proves something below.
    for (const key of [KEY, FORMER]) expect((await call(linkTo(file, now + 60, key))).status).toBe(200);
    for (const link of [
      linkTo(file, now - 1, KEY),
      linkTo(file, now + 60, FOREIGN),
      linkTo(other.file, now + 60, KEY),
      linkTo(file, now + 60, KEY).replace(/^\d+/, String(now + 61)),
      `${now + 60}.`,
      String(now + 60),
      'x',
    ])
      expectRefusal(await call(link), 404, 'Not found');
    // A page that was open for days has its session.
    const ended = `${own.product.url}/media/${linkTo(file, now - 1, KEY)}/${file}`;
    expect((await httpCall(ended, { headers: sessionOf(own.person) })).status).toBe(200);
  });

  it('are served in parts, and asked for again at no cost', async () => {
    const { url } = await sentPicture();
    const whole = await httpCall(url);
    expect(whole.headers['cache-control']).toBe('private, max-age=300');
    const tag = String(whole.headers['etag']);
    const again = await httpCall(url, { headers: { 'if-none-match': tag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const part = await httpCall(url, { headers: { range: 'bytes=1-3', 'if-range': tag } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    const changed = await httpCall(url, { headers: { range: 'bytes=1-3', 'if-range': '"other"' } });
    expect(changed.status).toBe(200);
  });

  it('of an erased agent are gone for every link', async () => {
    const { agent, url } = await sentPicture();
    expect((await httpCall(url)).status).toBe(200);
    await own.person.call(`/agents/${agent.agentId}`, { method: 'DELETE' });
    expectRefusal(await httpCall(url), 404, 'Not found');
  });
});

function sessionOf(person: Person): Record<string, string> {
  return { authorization: `Bearer ${person.token}` };
}

function fileOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function secondsLeft(url: string): number {
  return Number(/\/media\/(\d+)\./.exec(url)?.[1]) - Date.now() / 1_000;
}

/** A link as the service makes it. */
function linkTo(file: string, endSeconds: number, secretsKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', secretsKey, '', 'media-links', 32));
  return `${endSeconds}.${createHmac('sha256', key).update(`${file}\n${endSeconds}`).digest('base64url')}`;
}
