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
    expect(history.at(-1)?.text).toContain('**report**');
    expect(await openDecision(gatekeeper)).toMatchObject({ title: expect.stringMatching(/^Open the /) });
  });

  it('answers in the chat, with a report card about its own traffic where that is asked for', async () => {
    expect((await say('The weather is fine')).text).toContain('> The weather is fine');
    const answer = await say('report');
    expect(answer).toMatchObject({ kind: 'report', report_title: 'My traffic' });
    expect(answer.text).toContain('| `user_message` |');
    expect(answer.image_urls).toHaveLength(1);
  });

  it('asks for a decision and reacts to the answer', async () => {
    await send('decide');
    const decision = await openDecision(ada);
    expect(decision.conversation_id).toBe(conversationId);
    const body = { status: 'approved', note: 'Go ahead' };
    await expectCall(200, `/decisions/${decision.decision_id}/resolve`, { body });
    const reaction = await nextWords((message) => message.text.includes('**Approved**'));
    expect(reaction.text).toContain('> Go ahead');
  });

  it('runs its task by cron, and tells of it in a bubble', async () => {
    const tasks = await get<{ id: string; schedule: string }[]>(`/agents/${ada.agent_id}/tasks`);
    const task = tasks.find(({ schedule }) => schedule === '*/5 * * * *');
    const { body } = await expectCall(202, `/tasks/${task?.id}/run`, { method: 'POST' });
    const { run_id } = body as { run_id: string };
    const bubble = await nextWords((message) => message.task_run_id === run_id);
    expect(bubble.text).toContain('All is well');
  });

  it(
    'is found again by the next start, and does not play where it is off',
    async () => {
      await product.stop();
      await product.start();
      expect(await passwordInBanner()).toBe(password);
      const again = await enter();
      expect(again).toMatchObject({
        ada: { agent_id: ada.agent_id },
        gatekeeper: { agent_id: gatekeeper.agent_id },
      });
      expect((await say('Still there?')).text).toContain('> Still there?');

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
    type Decision = { decision_id: string; conversation_id: string; title: string };
    const open = await eventually(
      () => get<Decision[]>(`/decisions?status=pending&agent_id=${agent_id}`),
      (found) => found.length > 0,
      { what: 'a decision' },
    );
    expect(open).toHaveLength(1);
    return open[0] as Decision;
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

  async function send(text: string): Promise<string> {
    const body = { text, conversation_id: conversationId };
    const sent = await expectCall(201, `/agents/${ada.agent_id}/messages`, { body });
    return (sent.body as { message_id: string }).message_id;
  }

  /** Says something, and resolves with what Ada says next. A run's bubble may come in between at any time. */
  async function say(text: string): Promise<ShownMessage> {
    const messageId = await send(text);
    const answers = async () => {
      const history = await get<ShownMessage[]>(`/conversations/${conversationId}/messages?limit=50`);
      const since = history.slice(
        0,
        history.findIndex(({ id }) => id === messageId),
      );
      return since.filter(
        ({ sender, task_run_id, decision_id }) =>
          sender === 'agent' && task_run_id === null && decision_id === null,
      );
    };
    const found = await eventually(answers, ({ length }) => length > 0, { what: `an answer to "${text}"` });
    return found.at(-1) as ShownMessage;
  }

  async function nextWords(fits: (message: ShownMessage) => boolean): Promise<ShownMessage> {
    const history = () => get<ShownMessage[]>(`/conversations/${conversationId}/messages?limit=50`);
    const messages = await eventually(history, (found) => found.some(fits), { what: 'words of Ada' });
    return messages.find(fits) as ShownMessage;
  }
});
