import { describe, expect, it } from '@jest/globals';
import { base64, eventOf, httpCall, Person, tinyM4a, tinyPng } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const DAY_SECONDS = 86_400;

describe('The files of messages', () => {
  const own = useOwnProduct({ MEDIA_LINK_DAYS: '3', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });

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

function sessionOf(person: Person): Record<string, string> {
  return { authorization: `Bearer ${person.token}` };
}

function secondsLeft(url: string): number {
  return Number(/\/media\/(\d+)\./.exec(url)?.[1]) - Date.now() / 1_000;
}
