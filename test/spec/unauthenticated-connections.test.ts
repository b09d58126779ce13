/** @only-in-all Starts a product with other settings, for what the interface leaves to an operator. */
/** @each-shape Each shape has another front. */
import { once } from 'node:events';
import { AgentSocket, base64, httpCall, inTime, Person, pngOf, StreamedCall } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { WebSocket } from 'ws';
import { expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const SILENT_CALLERS = 300;
const SOCKETS_PER_ADDRESS = 5;
const MALLORY = '203.0.113.66';
const ADA = '198.51.100.7';

/** What strangers and slow senders hold without proving who they are, and whether others get through. */
describe('While one host holds all that it can get', () => {
  const own = useOwnProduct({
    HUB_UNAUTHENTICATED_PER_ADDRESS: String(SOCKETS_PER_ADDRESS),
    RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  });
  const open: { destroy(): unknown }[] = [];

  afterEach(() => {
    for (const held of open.splice(0)) held.destroy();
  });

  /** Sends the beginning of a call and nothing more. */
  function begin(path: string, headers: Record<string, string>, body: string): Promise<void> {
    const call = new StreamedCall(own.product.url + path, { 'content-type': 'application/json', ...headers });
    open.push({ destroy: () => call.breakOff() });
    return call.write(body);
  }

  it('a trigger is taken, though 300 silent callers have announced a body', async () => {
    const { trigger_id: triggerId } = await own.triggeredAgent();
    const unknown = 'ab'.repeat(32);
    const headers = { 'content-length': String(256 * 1024) };
    await Promise.all(
      Array.from({ length: SILENT_CALLERS }, () => begin(`/webhook/${unknown}`, headers, '{')),
    );
    // As often as there are trigger-intakes that these callers could be at, and more.
    for (let call = 0; call < 5; call += 1)
      expect(await own.fire(triggerId, { call })).toMatchObject({ status: 200 });
  });

  it('an image is taken, though three accounts send theirs slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 3 }, () => Person.signUp(own.product.url)));
    for (const person of slow) {
      const { agentId } = await person.createAgent();
      const headers = {
        ...person.credentials,
        'content-length': String(2 * 1024 * 1024),
      };
      for (let call = 0; call < 3; call += 1)
        await begin(`/api/client/agents/${agentId}/messages`, headers, '{"text":"');
    }
    const agent = await own.person.createAgent();
    const image = base64(pngOf(2 * 1024 * 1024));
    for (let call = 0; call < 5; call += 1)
      expect((await own.person.postMessage(agent.agentId, { images: [image] })).status).toBe(201);
  });

  it('another host’s agent connects, though the first may open no more sockets without a name', async () => {
    const agent = await own.person.createAgent();
    const path = `${agent.socketUrl}/ws/agent/${agent.agentId}`;
    const from = (address: string): WebSocket => {
      const socket = new WebSocket(path, { headers: { 'x-forwarded-for': address } });
      socket.on('error', () => {});
      open.push({ destroy: () => socket.terminate() });
      return socket;
    };
    // Side by side: each is closed after ten seconds without a name.
    const opened = Array.from({ length: SOCKETS_PER_ADDRESS }, () => once(from(MALLORY), 'open'));
    await inTime(Promise.all(opened), 'the sockets to open');
    const refused = from(MALLORY);
    const [, answer] = (await inTime(once(refused, 'unexpected-response'), 'a refusal')) as [
      unknown,
      { statusCode: number; headers: Record<string, string> },
    ];
    expect(answer).toMatchObject({ statusCode: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await inTime(once(from(ADA), 'open'), 'the socket of another host to open');
    const socket = await AgentSocket.open(path);
    open.push({ destroy: () => socket.terminate() });
    await socket.authenticate(agent);
  });

  it('another host’s sign-in is answered, though the first sends forty at once and gets 429', async () => {
    let tries = 0;
    const signIn = (address: string): Promise<HttpAnswer> =>
      httpCall(`${own.product.url}/api/auth/sign-in/email`, {
        body: { email: `nobody-at-once${(tries += 1)}@example.org`, password: 'a password' },
        headers: { 'x-forwarded-for': address },
      });
    const answers = await Promise.all([...Array.from({ length: 40 }, () => signIn(MALLORY)), signIn(ADA)]);
    expect(answers.pop()).toMatchObject({ status: 401 });
    const refused = answers.filter(({ status }) => status !== 401);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expectRefusal(answer, 429, 'Too many requests at once');
  });
});
