import { describe, expect, it } from '@jest/globals';
import { useGateway, WAV } from './gateway.suite.js';

const bench = useGateway();

async function sendRecording(): Promise<URL> {
  const agent = await bench.addAgent();
  const sent = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
    headers: agent.owner.auth,
    body: { audio_base64: WAV },
  });
  const path = `/api/client/conversations/${sent.body.conversation_id}/messages`;
  const history = await bench.call('GET', path, { headers: agent.owner.auth });
  return new URL(history.body[0].audio_url);
}

describe('a media file', () => {
  it('is served as nothing but what it is', async () => {
    const answer = await fetch(await sendRecording());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(Buffer.from(WAV, 'base64').length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(WAV);
  });

  it('is served in parts', async () => {
    const url = await sendRecording();
    const part = await fetch(url, { headers: { range: 'bytes=8-11' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 8-11/${Buffer.from(WAV, 'base64').length}`);
    expect(await part.text()).toBe('WAVE');
    const tail = await fetch(url, { headers: { range: 'bytes=-4' } });
    expect(await tail.text()).toBe('\0\0\0\0');
    const beyond = await fetch(url, { headers: { range: 'bytes=1000-' } });
    expect(beyond.status).toBe(416);
    for (const range of ['bytes=0-1,4-5', 'bytes=x', 'lines=0-1']) {
      const whole = await fetch(url, { headers: { range } });
      expect(whole.status).toBe(200);
      expect(await whole.text()).toHaveLength(44);
    }
  });

  it('answers HEAD without a body', async () => {
    const answer = await fetch(await sendRecording(), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '44',
      '',
    ]);
  });

  it.each([
    'nothing.png',
    `p-${'a'.repeat(43)}.png`,
    `p-${'a'.repeat(43)}.html`,
    '..%2f..%2fpackage.json',
    '%2e%2e/package.json',
    '%00',
    '%E0%A4%A',
    '',
  ])('is not found as %j, in the settled shape', async (name) => {
    const answer = await bench.call('GET', `/media/${name}`);
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });
});
