import { httpCall, Person } from '@svc/testkit';
import type { WebhookReceiver } from '@svc/testkit';
import { atPace } from './load.js';
import { serveCalls } from './program-calls.js';
import { isRefused, OnlineAgent, openReceiver, PollingAgent, SoakAgent } from './soak-agents.js';
import { SoakBook } from './soak-book.js';
import type { SoakMinute } from './soak-book.js';
import { SOAK_PER_SECOND } from './soak-rates.js';

export type SoakLoadCalls = typeof calls;

const AGENTS = { online: 40, polling: 10, hooked: 10 };

interface Party<Agent> {
  agent: Agent;
  conversationId: string;
  /** Of its task; agents with a webhook have none. */
  triggerId: string;
}

const book = new SoakBook();
const online: Party<OnlineAgent>[] = [];
const polling: Party<PollingAgent>[] = [];
const hooked: Party<SoakAgent>[] = [];
let person: Person;
let intakeUrl = '';
let bareUrl = '';
let receiver: WebhookReceiver | undefined;
let load: Promise<unknown> = Promise.resolve();

/** People, callers, agents and their endpoints, whose clock is one. */
const calls = {
  async prepare(to: {
    gatewayUrl: string;
    hubUrl: string;
    intakeUrl: string;
    bareUrl: string;
  }): Promise<void> {
    ({ intakeUrl, bareUrl } = to);
    person = await Person.signUp(to.gatewayUrl);
    receiver = await openReceiver(book);
    for (let index = 0; index < AGENTS.online; index += 1)
      online.push(await prepareTasks(new OnlineAgent(await person.createAgent(), book, to.hubUrl)));
    for (let index = 0; index < AGENTS.polling; index += 1)
      polling.push(await prepareTasks(new PollingAgent(await person.createAgent(), book)));
    for (let index = 0; index < AGENTS.hooked; index += 1) {
      const client = await person.createAgent({ webhook_url: receiver.url });
      hooked.push({ ...(await prepareTalk(new SoakAgent(client, book))), triggerId: '' });
    }
  },

  /** Begins the load, which ends by itself. */
  async begin({ seconds }: { seconds: number }): Promise<void> {
    for (const { agent } of online) await agent.connect({ isCut: false });
    const paced = (perSecond: number, call: (index: number) => Promise<unknown>) => {
      let index = 0;
      return atPace({ perSecond, count: Math.round(perSecond * seconds) }, async () => {
        index += 1;
        await call(index);
      });
    };
    const rate = SOAK_PER_SECOND;
    load = Promise.all([
      paced(rate.messagesToOnline, (index) => sendMessage('Message', online, index)),
      paced(rate.messagesToWebhooks, (index) => sendMessage('Delivery', hooked, index)),
      paced(rate.triggersToOnline, (index) => trigger('pushed', online, index)),
      paced(rate.triggersToPolling, (index) => trigger('polled', polling, index)),
      paced(rate.onceTasks, createOnceTask),
      paced(rate.decisions, decide),
      paced(rate.polls, (index) => nth(polling, index).agent.poll()),
      paced(rate.reads, read),
      paced(rate.reconnects, reconnect),
      paced(rate.bareCalls, () => book.bareCall(() => httpCall(bareUrl, { body: { text: 'Hello' } }))),
    ]);
  },

  take: async (): Promise<SoakMinute> => book.take(),

  /** Resolves when all calls of the load are answered. Until {@link calls.close} the agents go on with what comes. */
  async over(): Promise<void> {
    await load;
  },

  /** Polls go on, so that what waits for a poll comes. */
  async pollOnce(): Promise<void> {
    for (const { agent } of polling) await agent.poll();
  },

  async result() {
    return { missing: book.missing, failures: [...book.failures], ...book.totals };
  },
};

serveCalls(calls, async () => {
  for (const { agent } of online) agent.close();
  await receiver?.close();
});

async function prepareTasks<Agent extends SoakAgent>(agent: Agent): Promise<Party<Agent>> {
  await agent.client.tasks.create({ name: 'Each minute', schedule: '* * * * *' });
  const { trigger_id: triggerId } = await agent.client.tasks.createTriggered({ name: 'Orders' });
  return { ...(await prepareTalk(agent)), triggerId };
}

async function prepareTalk<Agent extends SoakAgent>(agent: Agent) {
  const { conversation_id: conversationId } = await person.send(agent.client.agentId, 'Hello');
  return { agent, conversationId };
}

function nth<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}

/** One message in ten opens a conversation. */
async function sendMessage(name: string, to: Party<SoakAgent>[], index: number): Promise<void> {
  const { agent, conversationId } = nth(to, index);
  const text = `${name}: could you look at what came in since yesterday? ${index}`;
  const isExpected = name === 'Message' || !isRefused(index);
  if (isExpected) book.expect(text);
  const conversation = index % 10 === 0 ? {} : { conversation_id: conversationId };
  const sent = await book.call('message', () => person.send(agent.client.agentId, { text, ...conversation }));
  if (sent === undefined) book.expectNoMore(text);
}

async function trigger(name: string, of: Party<SoakAgent>[], index: number): Promise<void> {
  const order = `${name} ${index}`;
  book.expect(order);
  const answer = await book.call('trigger', async () => {
    const body = { order, text: 'A small payload, as most are' };
    const { status } = await httpCall(`${intakeUrl}/webhook/${nth(of, index).triggerId}`, { body });
    if (status >= 300) throw new Error(`It was answered ${status}`);
    return status;
  });
  if (answer === undefined) book.expectNoMore(order);
}

async function createOnceTask(index: number): Promise<void> {
  const name = `Task ${index}`;
  book.expect(name);
  const { tasks } = nth(online, index).agent.client;
  const task = await book.call('task', () => tasks.create({ schedule: 'once', name }));
  if (task === undefined) book.expectNoMore(name);
}

async function decide(index: number): Promise<void> {
  const { agent, conversationId } = nth(online, index);
  const body = { title: `Send it? ${index}`, conversation_id: conversationId };
  const id = await book.call('ask', async () => {
    const { status, body: asked } = await agent.client.call('/api/agent/decisions', { body });
    if (status >= 300) throw new Error(`It was answered ${status}`);
    return (asked as { decision_id: string }).decision_id;
  });
  if (id === undefined) return;
  book.expect(id);
  const answered = await book.call('answer a request', async () => {
    const answer = await person.call(`/decisions/${id}/resolve`, { body: { status: 'approved' } });
    if (answer.status !== 200) throw new Error(`It was answered ${answer.status}`);
    return true;
  });
  if (answered !== true) book.expectNoMore(id);
}

/** What a console reads, in turn. */
async function read(index: number): Promise<void> {
  const { agent, conversationId } = nth(online, index);
  const reads = [
    () => person.events(agent.client.agentId, '?limit=50'),
    () => person.history(conversationId),
    () => person.conversationIds(agent.client.agentId),
  ];
  await book.call('read', nth<() => Promise<unknown>>(reads, index));
}

/** In turn with and without a gap between the two connections. */
async function reconnect(index: number): Promise<void> {
  await book.call('reconnect', () => nth(online, index).agent.connect({ isCut: index % 2 === 0 }));
}
