import { Agent } from '@svc/agent';
import { eventOf, httpCall, Person, TcpProxy, WebhookReceiver } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { atPace } from './load.js';
import type { Leftovers } from './run-bench.js';
import { SoakBook } from './soak-book.js';

const AGENTS = { online: 40, polling: 10, hooked: 10 };
/** A busy machine may take less than all of it. */
const SHARE = Number(process.env['BENCH_LOAD'] ?? 1);
/** How often all connections of the agents are cut at once. */
const CUT_EVERY_MS = 60_000;
/** One delivery to a webhook in so many fails at first. */
const DELIVERIES_PER_FAILURE = 10;

interface Party {
  client: AgentClient;
  conversationId: string;
  triggerId: string;
}

/** People, callers, and agents on sockets, polls and webhooks, through one product. */
export async function prepareSoak(url: string, leftovers: Leftovers) {
  const book = new SoakBook();
  const person = await Person.signUp(url);
  const proxy = new TcpProxy(new URL(url));
  const agentsUrl = await proxy.start();
  leftovers.later(() => proxy.stop());
  const receiver = await openReceiver(book);
  leftovers.later(() => receiver.close());

  const settle = async (count: number, agent: { webhook_url?: string }): Promise<Party[]> => {
    const parties: Party[] = [];
    while (parties.length < count) {
      const client = await person.createAgent(agent);
      const { conversation_id: conversationId } = await person.send(client.agentId, 'Hello');
      const { trigger_id: triggerId } = await client.tasks.createTriggered({ name: 'Orders' });
      parties.push({ client, conversationId, triggerId });
    }
    return parties;
  };
  const online = await settle(AGENTS.online, {});
  const polling = await settle(AGENTS.polling, {});
  const hooked = await settle(AGENTS.hooked, { webhook_url: receiver.url });
  for (const { client } of online) {
    await client.tasks.create({ name: 'Each minute', schedule: '* * * * *' });
    const agent = workingAgent(client, agentsUrl, book);
    leftovers.later(() => agent.stop());
    await agent.start();
  }
  const cutting = setInterval(() => proxy.cut(), CUT_EVERY_MS);
  leftovers.later(async () => clearInterval(cutting));

  /** One message in ten opens a conversation. */
  const send = (name: string, { client, conversationId }: Party, index: number) => {
    const text = `${name}: could you look at what came in since yesterday? ${index}`;
    const conversation = index % 10 === 0 ? {} : { conversation_id: conversationId };
    return book.cause(text, 'message', () => person.send(client.agentId, { text, ...conversation }));
  };
  const trigger = (name: string, { triggerId }: Party, index: number) => {
    const body = { order: `${name} ${index}`, text: 'A small payload, as most are' };
    const call = () => succeed(httpCall(`${url}/webhook/${triggerId}`, { body }), 200);
    return book.cause(body.order, 'trigger', call, name === 'pushed');
  };
  const createTask = ({ client }: Party, index: number) => {
    const name = `Task ${index}`;
    return book.cause(name, 'task', () => client.tasks.create({ schedule: 'once', name }));
  };
  const decide = async ({ client }: Party): Promise<void> => {
    const ask = () => succeed(client.call('/api/agent/decisions', { body: { title: 'Send it?' } }), 201);
    const asked = (await book.call('ask', ask)) as { decision_id: string } | undefined;
    if (asked === undefined) return;
    const resolve = { body: { status: 'approved' } };
    await book.cause(asked.decision_id, 'answer a request', () =>
      succeed(person.call(`/decisions/${asked.decision_id}/resolve`, resolve), 200),
    );
  };
  const isPolling = new Set<Party>();
  /** Nothing while the poll before is worked on. */
  const poll = async (party: Party): Promise<void> => {
    if (isPolling.has(party)) return;
    isPolling.add(party);
    const { tasks } = party.client;
    const pending = (await book.call('poll', () => tasks.pendingTriggers())) ?? [];
    for (const { run_id: runId, payload } of pending) {
      book.came(String(payload['order']));
      const outcome = { status: 'completed', summary: 'Done.' } as const;
      await book.call('complete', () => tasks.complete(runId, outcome));
    }
    isPolling.delete(party);
  };
  /** What a console reads, in turn. */
  const read = async ({ client, conversationId }: Party, index: number): Promise<void> => {
    const reads = [
      () => person.events(client.agentId, '?limit=50'),
      () => person.history(conversationId),
      () => person.conversationIds(client.agentId),
    ];
    await book.call('read', nth<() => Promise<unknown>>(reads, index));
  };

  return {
    book,
    /** Resolves when all calls are answered. */
    async run(seconds: number): Promise<void> {
      const paced = async (
        perSecond: number,
        parties: Party[],
        call: (party: Party, index: number) => Promise<void>,
      ) => {
        let index = 0;
        const pace = { perSecond: perSecond * SHARE, count: Math.round(perSecond * SHARE * seconds) };
        await atPace(pace, () => call(nth(parties, (index += 1)), index));
      };
      await Promise.all([
        paced(10, online, (party, index) => send('Message', party, index)),
        paced(5, hooked, (party, index) => send('Delivery', party, index)),
        paced(10, online, (party, index) => trigger('pushed', party, index)),
        paced(5, polling, (party, index) => trigger('polled', party, index)),
        paced(1, online, createTask),
        paced(1, online, decide),
        paced(5, polling, poll),
        paced(3, online, read),
      ]);
    },
    /** So that what waits for a poll comes. */
    pollAll: () => Promise.all(polling.map(poll)),
  };
}

/** An agent as its author writes it: it answers each message, and ends each run. */
function workingAgent({ agentId, secret }: AgentClient, url: string, book: SoakBook): Agent {
  const say = (): void => {};
  const log = { debug: say, info: say, warn: say, error: say };
  const agent = new Agent({ agentId, secret, url, handleSignals: false, log });
  agent.on('user_message', async (message) => {
    book.came(message.text);
    await message.reply('There are two. I have answered the first one.');
  });
  agent.on('decision_resolved', ({ decision_id }) => book.came(decision_id));
  agent.task((run) => {
    const order = run.payload?.['order'];
    book.came(typeof order === 'string' ? order : run.taskName);
    return 'All orders are answered.';
  });
  return agent;
}

async function openReceiver(book: SoakBook): Promise<WebhookReceiver> {
  const failedOnce = new Set<string>();
  const receiver = await WebhookReceiver.open((delivery, response) => {
    receiver.deliveries.items.length = 0;
    const text = String(eventOf(delivery)['text']);
    const fails = Number(text.split(' ').at(-1)) % DELIVERIES_PER_FAILURE === 0;
    if (fails && !failedOnce.has(text)) {
      failedOnce.add(text);
      book.expectLater(text);
      return void response.writeHead(500).end('Once more, please');
    }
    book.came(text);
    response.end();
  });
  return receiver;
}

async function succeed(call: Promise<{ status: number; body: unknown }>, status: number): Promise<unknown> {
  const answer = await call;
  if (answer.status !== status) throw new Error(`It was answered ${answer.status}`);
  return answer.body;
}

function nth<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}
