import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endProducts, eventually, httpCall, Product } from '@svc/testkit';
import type { AgentInfo, HttpAnswer, HttpCall, ShownMessage } from '@svc/testkit';

const PRODUCT_START_MS_MAX = 120_000;

/** The demo is only in the embedded default, so this product is one, however the others of this run are. */
describe('The demo of `npm start`', () => {
  let product: Product;
  let password: string;
  let token: string;
  let ada: AgentInfo;
  let gatekeeper: AgentInfo;
  let conversationId: string;

  beforeAll(async () => {
    product = await Product.prepare({ mode: 'all-in-one', settings: { DEMO: 'on' } });
    await product.start();
    password = await passwordInBanner();
    ({ ada, gatekeeper } = await enter());
    const conversations = () => get<{ id: string }[]>(`/conversations?agent_id=${ada.agent_id}`);
    const [first] = await eventually(conversations, (found) => found.length > 0, { what: 'a welcome' });
    conversationId = first?.id ?? '';
  }, PRODUCT_START_MS_MAX);

  afterAll(() => endProducts(product ? [product] : []), PRODUCT_START_MS_MAX);

  it('has an interactive agent that has said hello, and an approval-only agent with one open question', async () => {
    expect([ada.kind, gatekeeper.kind]).toEqual(['interactive', 'approval-only']);
    const history = await get<ShownMessage[]>(`/conversations/${conversationId}/messages`);
    expect(history.at(-1)).toMatchObject({ sender: 'agent', sender_name: 'Ada' });
    expect((await openDecision(gatekeeper)).title).toMatch(/^Open the /);
  });

  it('answers in the chat, with a report card about its own traffic where that is asked for', async () => {
    await send('The weather is fine');
    await nextWords(({ sender, text }) => sender === 'agent' && text.includes('> The weather is fine'));
    await send('report');
    const report = await nextWords(({ kind }) => kind === 'report');
    expect(report.text).toContain('| `user_message` |');
    expect(report.image_urls).toHaveLength(1);
  });

  it('asks for a decision and reacts to the answer', async () => {
    await send('decide');
    const { decision_id } = await openDecision(ada);
    const body = { status: 'approved', note: 'Go ahead' };
    await expectCall(200, `/decisions/${decision_id}/resolve`, { body });
    const reaction = await nextWords(({ text }) => text.includes('**Approved**'));
    expect(reaction.text).toContain('> Go ahead');
  });

  it('runs its tasks, and tells of it in a bubble', async () => {
    const tasks = await get<{ id: string }[]>(`/agents/${ada.agent_id}/tasks`);
    expect(tasks).toHaveLength(2);
    for (const { id } of tasks) {
      const { body } = await expectCall(202, `/tasks/${id}/run`, { method: 'POST' });
      const { run_id } = body as { run_id: string };
      await nextWords(({ task_run_id }) => task_run_id === run_id);
    }
  });

  it(
    'is found again by the next start, and does not play where it is off',
    async () => {
      await product.stop();
      await product.start();
      expect(await passwordInBanner()).toBe(password);
      const again = await enter();
      expect([again.ada.agent_id, again.gatekeeper.agent_id]).toEqual([ada.agent_id, gatekeeper.agent_id]);
      await product.stop();
      await product.start({ DEMO: 'off' });
      token = await signIn();
      expect((await get<AgentInfo[]>('/agents')).map(({ online }) => online)).toEqual([false, false]);
    },
    2 * PRODUCT_START_MS_MAX,
  );

  async function passwordInBanner(): Promise<string> {
    const found = await eventually(
      async () => /Password +([0-9a-f]{16})\s/.exec(product.outputTail),
      Boolean,
    );
    return found?.[1] ?? '';
  }

  async function signIn(): Promise<string> {
    const body = { email: 'demo@example.com', password };
    const answer = await httpCall(`${product.url}/api/auth/sign-in/email`, { body });
    expect(answer).toMatchObject({ status: 200 });
    return String(answer.headers['set-auth-token']);
  }

  async function enter(): Promise<{ ada: AgentInfo; gatekeeper: AgentInfo }> {
    token = await signIn();
    const agents = await eventually(
      () => get<AgentInfo[]>('/agents'),
      (found) => found.length === 2 && found.every((agent) => agent.online),
      { what: 'two demo agents to be online' },
    );
    const named = (name: string) => agents.find((agent) => agent.agent_name === name) as AgentInfo;
    return { ada: named('Ada'), gatekeeper: named('Gatekeeper') };
  }

  async function openDecision({ agent_id }: AgentInfo) {
    const open = await eventually(
      () => get<{ decision_id: string; title: string }[]>(`/decisions?status=pending&agent_id=${agent_id}`),
      ({ length }) => length === 1,
      { what: 'one open decision' },
    );
    return open[0] as { decision_id: string; title: string };
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

  async function send(text: string): Promise<void> {
    const body = { text, conversation_id: conversationId };
    await expectCall(201, `/agents/${ada.agent_id}/messages`, { body });
  }

  async function nextWords(fits: (message: ShownMessage) => boolean): Promise<ShownMessage> {
    const history = () => get<ShownMessage[]>(`/conversations/${conversationId}/messages?limit=50`);
    const messages = await eventually(history, (found) => found.some(fits), { what: 'words of Ada' });
    return messages.find(fits) as ShownMessage;
  }
});
