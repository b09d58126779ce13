import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endProducts, eventually, httpCall, Person, Product, WebhookReceiver } from '@svc/testkit';
import type { AgentInfo, HttpAnswer, HttpCall, ShownMessage } from '@svc/testkit';

const PRODUCT_START_MS_MAX = 120_000;
const LOGIN = { email: 'demo@example.com', password: 'demo-demo' };

interface Decision {
  decision_id: string;
  agent_id: string;
  conversation_id: string;
  status: string;
  title: string;
}

/** The demo is only in the embedded default, so this product is one, however the others of this run are. */
describe('The demo of `npm start`', () => {
  let product: Product;
  let token: string;
  let ada: AgentInfo;
  let gatekeeper: AgentInfo;
  let conversationId: string;

  beforeAll(async () => {
    product = await Product.prepare({ mode: 'all-in-one', settings: { DEMO: 'on' } });
    await product.start();
    token = await signIn();
    const agents = await eventually(
      () => get<AgentInfo[]>('/agents'),
      (found) => found.length === 2 && found.every((agent) => agent.online),
      { what: 'two demo agents to be online' },
    );
    ada = agents.find((agent) => agent.agent_name === 'Ada') as AgentInfo;
    gatekeeper = agents.find((agent) => agent.agent_name === 'Gatekeeper') as AgentInfo;
    const conversations = () => get<{ id: string }[]>(`/conversations?agent_id=${ada.agent_id}`);
    const [first] = await eventually(conversations, (found) => found.length > 0, { what: 'a welcome' });
    conversationId = first?.id ?? '';
  }, PRODUCT_START_MS_MAX);

  afterAll(() => endProducts(product ? [product] : []), PRODUCT_START_MS_MAX);

  it('has an interactive agent that has said hello, and an approval-only agent', async () => {
    expect(ada.kind).toBe('interactive');
    expect(gatekeeper.kind).toBe('approval-only');
    const history = await get<ShownMessage[]>(`/conversations/${conversationId}/messages`);
    expect(history.at(-1)).toMatchObject({ sender: 'agent', sender_name: 'Ada' });
    expect(history.at(-1)?.text).toContain('**report**');
  });

  it('answers in the chat', async () => {
    const answer = await say('The weather is fine');
    expect(answer.text).toContain('> The weather is fine');
  });

  it('sends a report card about its own traffic', async () => {
    const answer = await say('report');
    expect(answer).toMatchObject({ kind: 'report', report_title: 'My traffic' });
    expect(answer.text).toContain('| `user_message` |');
  });

  it('sends a picture, which is a PNG that anybody can fetch', async () => {
    const answer = await say('picture, please');
    expect(answer.image_urls).toHaveLength(1);
    const file = await httpCall(answer.image_urls[0] ?? '');
    expect(file).toMatchObject({ status: 200 });
    expect(file.headers['content-type']).toBe('image/png');
  });

  it('asks for a decision and reacts to the answer', async () => {
    await send('decide');
    const open = await eventually(
      () => get<Decision[]>(`/decisions?status=pending&agent_id=${ada.agent_id}`),
      (found) => found.length > 0,
      { what: 'a decision' },
    );
    const [decision] = open as [Decision];
    expect(decision.conversation_id).toBe(conversationId);
    const body = { status: 'approved', note: 'Go ahead' };
    await expectCall(200, `/decisions/${decision.decision_id}/resolve`, { body });
    const reaction = await nextWords((message) => message.text.includes('**Approved**'));
    expect(reaction.text).toContain(decision.title);
    expect(reaction.text).toContain('> Go ahead');
  });

  it('has one open question of the approval-only agent', async () => {
    const open = await eventually(
      () => get<Decision[]>(`/decisions?status=pending&agent_id=${gatekeeper.agent_id}`),
      (found) => found.length > 0,
      { what: 'a question of the gatekeeper' },
    );
    expect(open).toHaveLength(1);
  });

  it('runs its scheduled task, and tells of it in a bubble', async () => {
    const [task] = (await tasks()).filter(({ schedule }) => schedule === '*/5 * * * *');
    const { run_id } = (await expectCall(202, `/tasks/${task?.id}/run`, { method: 'POST' })).body as {
      run_id: string;
    };
    const bubble = await nextWords((message) => message.task_run_id === run_id);
    expect(bubble.text).toContain('All is well');
  });

  it('shows what its webhook was called with', async () => {
    const [task] = (await tasks()).filter(({ schedule }) => schedule === 'event');
    const answer = await httpCall(`${product.url}/webhook/${task?.trigger_id}`, {
      body: { version: '1.2.3' },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'triggered' } });
    const { run_id } = answer.body as { run_id: string };
    const bubble = await nextWords((message) => message.task_run_id === run_id);
    expect(bubble.text).toContain('"version": "1.2.3"');
  });

  it('reminds by a task that runs once', async () => {
    await say('remind me in 1 second to stretch');
    const bubble = await nextWords((message) => message.text.includes('**Your reminder:** stretch'));
    expect(bubble.task_run_id).toEqual(expect.any(String));
  });

  it(
    'is found again by the next start, and leaves nothing after one without it',
    async () => {
      const [picture] = (await say('picture')).image_urls;

      await product.stop();
      await product.start();
      token = await signIn();
      const again = await eventually(
        () => get<AgentInfo[]>('/agents'),
        (found) => found.every((agent) => agent.online),
        { what: 'the demo agents to be back' },
      );
      expect(ids(again)).toEqual(ids([ada, gatekeeper]));
      expect((await say('Still there?')).text).toContain('> Still there?');

      await product.stop();
      await product.start({ DEMO: 'off' });
      expect(await trySignIn()).toMatchObject({ status: 401 });
      expect(await httpCall(picture ?? '')).toMatchObject({ status: 404 });
      const anew = await httpCall(`${product.url}/api/auth/sign-up/email`, {
        body: { ...LOGIN, name: 'Me' },
      });
      token = String(anew.headers['set-auth-token']);
      expect(await get('/agents')).toEqual([]);
    },
    2 * PRODUCT_START_MS_MAX,
  );

  function trySignIn(): Promise<HttpAnswer> {
    return httpCall(`${product.url}/api/auth/sign-in/email`, { body: LOGIN });
  }

  async function signIn(): Promise<string> {
    const answer = await eventually(trySignIn, ({ status }) => status === 200, { what: 'the demo login' });
    return String(answer.headers['set-auth-token']);
  }

  async function expectCall(status: number, path: string, call: HttpCall = {}): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await httpCall(`${product.url}/api/client${path}`, { ...call, headers });
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status });
    return answer;
  }

  async function get<T>(path: string): Promise<T> {
    return (await expectCall(200, path)).body as T;
  }

  function tasks(): Promise<{ id: string; schedule: string; trigger_id?: string }[]> {
    return get(`/agents/${ada.agent_id}/tasks`);
  }

  async function send(text: string): Promise<string> {
    const body = { text, conversation_id: conversationId };
    const sent = await expectCall(201, `/agents/${ada.agent_id}/messages`, { body });
    return (sent.body as { message_id: string }).message_id;
  }

  /** Says something, and resolves with what Ada says next. */
  async function say(text: string): Promise<ShownMessage> {
    const messageId = await send(text);
    const [answer] = await eventually(
      () => since(messageId),
      (messages) => messages.some(isWordOfAda),
      { what: `an answer to "${text}"` },
    ).then((messages) => messages.filter(isWordOfAda));
    return answer as ShownMessage;
  }

  /** What was said after a message, in order. */
  async function since(messageId: string): Promise<ShownMessage[]> {
    const history = await get<ShownMessage[]>(`/conversations/${conversationId}/messages?limit=50`);
    return history
      .slice(
        0,
        history.findIndex(({ id }) => id === messageId),
      )
      .reverse();
  }

  async function nextWords(fits: (message: ShownMessage) => boolean): Promise<ShownMessage> {
    const history = () => get<ShownMessage[]>(`/conversations/${conversationId}/messages?limit=50`);
    const messages = await eventually(history, (found) => found.some(fits), { what: 'words of Ada' });
    return messages.find(fits) as ShownMessage;
  }
});

/** What a tunnel may show; the unit tests know the other signs. */
const OUTSIDE = { host: 'abc.tunnel.example' };

describe('A request that came through a tunnel', () => {
  let product: Product;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
    product = await Product.prepare({ mode: 'all-in-one', settings: { DEMO: 'on' } });
    await product.start();
  }, PRODUCT_START_MS_MAX);

  afterAll(async () => {
    await endProducts(product ? [product] : []).finally(() => receiver.close());
  }, PRODUCT_START_MS_MAX);

  const signIn = (headers: Record<string, string> = {}) =>
    httpCall(`${product.url}/api/auth/sign-in/email`, { body: LOGIN, headers });

  it(
    'ends the demo, its known password and the reach to loopback before it is answered, for later starts too',
    async () => {
      const before = await eventually(signIn, ({ status }) => status === 200, { what: 'the demo login' });
      const demo = { authorization: `Bearer ${String(before.headers['set-auth-token'])}` };
      const person = await Person.signUp(product.url);
      const agent = await person.createAgent({ webhook_url: receiver.url });
      await person.send(agent.agentId, 'While nobody else is here');
      await receiver.deliveries.atLeast(1);

      // Nobody from outside is answered before the demo has ended: until then it is 503, which a busy machine may take longer than one call for.
      const isAnswered = ({ status }: { status: number }): boolean => status !== 503;
      const outside = await eventually(() => signIn(OUTSIDE), isAnswered, {
        what: 'an answer to the outside',
      });
      expect(outside).toMatchObject({ status: 401 });
      expect(await signIn()).toMatchObject({ status: 401 });
      expect(await httpCall(`${product.url}/api/client/agents`, { headers: demo })).toMatchObject({
        status: 401,
      });
      await person.send(agent.agentId, 'Now that others are here');
      const event = await eventually(
        async () => (await person.events(agent.agentId))[0],
        (newest) => typeof newest?.attempts[0]?.duration_ms === 'number',
        { what: 'the end of an attempt' },
      );
      expect(event?.attempts[0]).toMatchObject({ error: 'The host is not a public address' });
      const body = { agent_name: 'Probe', kind: 'interactive', webhook_url: receiver.url };
      expect(await person.call('/agents', { body })).toMatchObject({ status: 422 });

      await product.stop();
      await product.start();
      expect(await signIn()).toMatchObject({ status: 401 });
      expect(await person.call('/agents', { body })).toMatchObject({ status: 422 });
      expect(receiver.texts).toEqual(['While nobody else is here']);
    },
    2 * PRODUCT_START_MS_MAX,
  );
});

/** A run's bubble may come in between at any time. */
function isWordOfAda({ sender, task_run_id, decision_id }: ShownMessage): boolean {
  return sender === 'agent' && task_run_id === null && decision_id === null;
}

function ids(agents: AgentInfo[]): string[] {
  return agents.map((agent) => agent.agent_id).sort();
}
