/** @each-shape Only the embedded default has the demo. */
import { endProducts, eventually, Person, Product } from '@svc/testkit';
import type { AgentInfo, ShownMessage, ShownDecision } from '@svc/testkit';

const TWO_STARTS_MS_MAX = 240_000;

/** The demo is only in the embedded default, so this product is one, however the others of this run are. */
describe('The demo of `npm start`', () => {
  let product: Product;
  let password: string;
  let person: Person;
  let ada: AgentInfo;
  let gatekeeper: AgentInfo;
  let conversationId: string;

  beforeAll(async () => {
    product = await Product.prepare({ mode: 'all-in-one', settings: { DEMO: 'on' } });
    await product.start();
    password = await passwordInBanner();
    ({ ada, gatekeeper } = await enter());
    const conversations = () => person.conversationIds(ada.agent_id);
    const hasWelcome = (ids: string[]) => ids.length > 0;
    [conversationId = ''] = await eventually(conversations, hasWelcome, { what: 'a welcome' });
  });

  afterAll(() => endProducts(product ? [product] : []));

  it('has an interactive agent that said hello, and an approval-only one with an open question', async () => {
    expect([ada.kind, gatekeeper.kind]).toEqual(['interactive', 'approval-only']);
    const welcome = (await person.history(conversationId)).at(-1);
    expect(welcome).toMatchObject({ sender: 'agent', sender_name: 'Ada' });
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
    await person.resolve(decision_id, { status: 'approved', note: 'Go ahead' });
    const reaction = await nextWords(({ text }) => text.includes('**Approved**'));
    expect(reaction.text).toContain('> Go ahead');
  });

  it('runs its tasks, and tells of it in a bubble', async () => {
    const tasks = await person.tasks.list(ada.agent_id);
    expect(tasks).toHaveLength(2);
    for (const { id } of tasks) {
      const runId = await person.tasks.run(id);
      await nextWords(({ task_run_id }) => task_run_id === runId);
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
      person = await signIn();
      expect((await agents()).map(({ online }) => online)).toEqual([false, false]);
    },
    TWO_STARTS_MS_MAX,
  );

  async function passwordInBanner(): Promise<string> {
    const banner = async () => /Password +([0-9a-f]{16})\s/.exec(product.outputTail);
    return (await eventually(banner, Boolean))?.[1] ?? '';
  }

  const signIn = () => Person.signIn(product.url, 'demo@example.com', password);
  const agents = async () => (await person.call('/agents')).body as AgentInfo[];

  async function enter(): Promise<{ ada: AgentInfo; gatekeeper: AgentInfo }> {
    person = await signIn();
    const areOnline = (found: AgentInfo[]) => found.length === 2 && found.every((agent) => agent.online);
    const both = await eventually(agents, areOnline, { what: 'two demo agents to be online' });
    const named = (name: string) => both.find((agent) => agent.agent_name === name) as AgentInfo;
    return { ada: named('Ada'), gatekeeper: named('Gatekeeper') };
  }

  async function openDecision({ agent_id }: AgentInfo) {
    const list = async () =>
      (await person.call(`/decisions?status=pending&agent_id=${agent_id}`)).body as ShownDecision[];
    const [open] = await eventually(list, ({ length }) => length === 1, { what: 'one open decision' });
    return open as ShownDecision;
  }

  const send = (text: string) => person.send(ada.agent_id, { text, conversation_id: conversationId });

  async function nextWords(fits: (message: ShownMessage) => boolean): Promise<ShownMessage> {
    const history = () => person.history(conversationId, '?limit=50');
    const messages = await eventually(history, (found) => found.some(fits), { what: 'words of Ada' });
    return messages.find(fits) as ShownMessage;
  }
});
