import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, Signal } from '@svc/testkit';
import express from 'express';
import fastify from 'fastify';
import { Agent } from '../agent.js';
import { signatureOf } from './receiver.js';

const SECRET = `svc_${'1'.repeat(40)}`;
/** A parser that writes it again loses the spaces, and the key order would not matter to it. */
const BODY = `{ "type":"user_message",  "text":"ä","sender_name":"Ada","conversation_id":"conv_1","message_id":"msg_1","image_url":null,"image_urls":null,"audio_url":null }`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An agent that only has a webhook, and what its handlers were given. */
function receivingAgent() {
  const log: string[] = [];
  const say = (message: string) => void log.push(message);
  const said = { debug: say, info: say, warn: say, error: say };
  const agent = new Agent({ agentId: 'agt_1', secret: SECRET, log: said });
  const texts = new Signal<string>();
  agent.on('user_message', (message) => texts.push(message.text));
  return { agent, texts, log };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  servers.push(server);
  return `${(await listening(server)).url}/`;
}

/** The doors by which a delivery may come in; each of them must read the bytes itself. */
const DOORS: Record<string, (agent: Agent) => Promise<string>> = {
  'Node’s own server': (agent) => serve(agent.webhook.express()),
  'Express behind a parser that keeps rawBody': (agent) => {
    const app = express();
    const verify = (request: object, _response: object, rawBody: Buffer) =>
      void Object.assign(request, { rawBody });
    app.use(express.json({ verify }));
    app.post('/', agent.webhook.express());
    return serve(app);
  },
  Fastify: async (agent) => {
    const app = fastify();
    await app.register(agent.webhook.fastify());
    await app.ready();
    return serve((request, response) => app.routing(request, response));
  },
  'Request and Response': async (agent) => {
    const handle = agent.webhook.fetch();
    return serve(async (request, response) => {
      const headers = new Headers(request.headers as Record<string, string>);
      const body = await buffer(request);
      const answer = await handle(new Request('http://localhost/', { method: 'POST', headers, body }));
      response.writeHead(answer.status).end(await answer.text());
    });
  },
};

function headersFor(body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'content-type': 'application/json',
    'x-svc-timestamp': timestamp,
    'x-svc-signature': signatureOf(Buffer.from(body), { secret: SECRET, timestamp }),
  };
}

async function deliver(url: string, headers: Record<string, string>, body = BODY): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

/** What else is refused, and when a delivery is answered, is in `test/agent-kit/scenarios.yaml`. */
describe.each(Object.keys(DOORS))('a webhook behind %s', (name) => {
  const open = DOORS[name] as (agent: Agent) => Promise<string>;

  it('takes what is signed, and refuses other bytes, and a time that is none', async () => {
    const { agent, texts } = receivingAgent();
    const url = await open(agent);
    expect(await deliver(url, headersFor(BODY))).toBe(204);
    expect(await deliver(url, headersFor(BODY), BODY.replace('"ä"', '"b"'))).toBe(401);
    expect(await deliver(url, { ...headersFor(BODY), 'x-svc-timestamp': '1e9' })).toBe(401);
    await texts.atLeast(1);
    await agent.stop();
    expect(texts.items).toEqual(['ä']);
  });
});

describe('a webhook', () => {
  it('says what to do where the bytes of a request were read before', async () => {
    const { agent, log } = receivingAgent();
    const sent = { method: 'POST', body: BODY, headers: headersFor(BODY) };
    const request = new Request('http://localhost/', sent);
    await request.text();
    expect((await agent.webhook.fetch()(request)).status).toBe(500);
    expect(log.join()).toContain('before you call request.json()');
  });

  it('leaves the parsers of other routes of Fastify alone', async () => {
    const { agent } = receivingAgent();
    const app = fastify();
    await app.register(agent.webhook.fastify(), { prefix: '/events' });
    app.post('/other', async (request) => request.body);
    await app.ready();
    const url = await serve((request, response) => app.routing(request, response));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}other`, { method: 'POST', headers, body: '{"a":1}' });
    expect(await answer.json()).toEqual({ a: 1 });
    expect(await deliver(`${url}events`, headersFor(BODY))).toBe(204);
    await app.close();
  });

  it('takes a test of the owner, and refuses what is no event', async () => {
    const { agent } = receivingAgent();
    const url = await serve(agent.webhook.express());
    const test = '{"type":"test","agent_id":"agt_1","sent_at":"2026-01-01T00:00:00Z"}';
    expect(await deliver(url, headersFor(test), test)).toBe(204);
    expect(await deliver(url, headersFor('[]'), '[]')).toBe(400);
    expect(await deliver(url, headersFor('no'), 'no')).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    const large = 'x'.repeat(8 * 1024 * 1024 + 1);
    expect(await deliver(url, headersFor(large), large).catch(() => 413)).toBe(413);
  });
});
