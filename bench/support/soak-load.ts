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
export class SoakLoad {
  readonly book = new SoakBook();
  readonly #url: string;
  readonly #person: Person;
  readonly #polling: Party[] = [];
  readonly #online: Party[] = [];
  readonly #hooked: Party[] = [];
  readonly #isPolling = new Set<Party>();

  private constructor(url: string, person: Person) {
    this.#url = url;
    this.#person = person;
  }

  static async prepare(url: string, leftovers: Leftovers): Promise<SoakLoad> {
    const load = new SoakLoad(url, await Person.signUp(url));
    const proxy = new TcpProxy(new URL(url));
    const agentsUrl = await proxy.start();
    leftovers.later(() => proxy.stop());
    const receiver = await load.#openReceiver();
    leftovers.later(() => receiver.close());
    for (let index = 0; index < AGENTS.online; index += 1) {
      const party = await load.#settle({});
      await party.client.tasks.create({ name: 'Each minute', schedule: '* * * * *' });
      const agent = load.#work(party.client, agentsUrl);
      leftovers.later(() => agent.stop());
      await agent.start();
      load.#online.push(party);
    }
    for (let index = 0; index < AGENTS.polling; index += 1) load.#polling.push(await load.#settle({}));
    for (let index = 0; index < AGENTS.hooked; index += 1)
      load.#hooked.push(await load.#settle({ webhook_url: receiver.url }));
    const cutting = setInterval(() => proxy.cut(), CUT_EVERY_MS);
    leftovers.later(async () => clearInterval(cutting));
    return load;
  }

  /** Resolves when all calls are answered. */
  async run(seconds: number): Promise<void> {
    const paced = (perSecond: number, call: (index: number) => Promise<unknown>) => {
      let index = 0;
      const count = Math.round(perSecond * SHARE * seconds);
      return atPace({ perSecond: perSecond * SHARE, count }, async () => {
        await call((index += 1));
      });
    };
    await Promise.all([
      paced(10, (index) => this.#sendMessage('Message', this.#online, index)),
      paced(5, (index) => this.#sendMessage('Delivery', this.#hooked, index)),
      paced(10, (index) => this.#trigger('pushed', this.#online, index)),
      paced(5, (index) => this.#trigger('polled', this.#polling, index)),
      paced(1, (index) => this.#createTask(index)),
      paced(1, (index) => this.#decide(index)),
      paced(5, (index) => this.#poll(nth(this.#polling, index))),
      paced(3, (index) => this.#read(index)),
    ]);
  }

  /** So that what waits for a poll comes. */
  async pollAll(): Promise<void> {
    await Promise.all(this.#polling.map((party) => this.#poll(party)));
  }

  async #settle(agent: { webhook_url?: string }): Promise<Party> {
    const client = await this.#person.createAgent(agent);
    const { conversation_id: conversationId } = await this.#person.send(client.agentId, 'Hello');
    const { trigger_id: triggerId } = await client.tasks.createTriggered({ name: 'Orders' });
    return { client, conversationId, triggerId };
  }

  /** An agent as its author writes it: it answers each message, and ends each run. */
  #work({ agentId, secret }: AgentClient, url: string): Agent {
    const say = (): void => {};
    const log = { debug: say, info: say, warn: say, error: say };
    const agent = new Agent({ agentId, secret, url, handleSignals: false, log });
    agent.on('user_message', async (message) => {
      this.book.came(message.text);
      await message.reply('There are two. I have answered the first one.');
    });
    agent.on('decision_resolved', ({ decision_id }) => this.book.came(decision_id));
    agent.task((run) => {
      const order = run.payload?.['order'];
      this.book.came(typeof order === 'string' ? order : run.taskName);
      return 'All orders are answered.';
    });
    return agent;
  }

  async #openReceiver(): Promise<WebhookReceiver> {
    const failedOnce = new Set<string>();
    const receiver = await WebhookReceiver.open((delivery, response) => {
      receiver.deliveries.items.length = 0;
      const text = String(eventOf(delivery)['text']);
      const fails = Number(text.split(' ').at(-1)) % DELIVERIES_PER_FAILURE === 0;
      if (fails && !failedOnce.has(text)) {
        failedOnce.add(text);
        this.book.expectLater(text);
        return void response.writeHead(500).end('Once more, please');
      }
      this.book.came(text);
      response.end();
    });
    return receiver;
  }

  /** One message in ten opens a conversation. */
  #sendMessage(name: string, to: Party[], index: number): Promise<void> {
    const { client, conversationId } = nth(to, index);
    const text = `${name}: could you look at what came in since yesterday? ${index}`;
    const conversation = index % 10 === 0 ? {} : { conversation_id: conversationId };
    return this.book.cause(text, 'message', () =>
      this.#person.send(client.agentId, { text, ...conversation }),
    );
  }

  #trigger(name: string, of: Party[], index: number): Promise<void> {
    const order = `${name} ${index}`;
    const path = `${this.#url}/webhook/${nth(of, index).triggerId}`;
    const isPushed = of === this.#online;
    const call = async (): Promise<void> => {
      const { status } = await httpCall(path, { body: { order, text: 'A small payload, as most are' } });
      if (status !== 200) throw new Error(`It was answered ${status}`);
    };
    return this.book.cause(order, 'trigger', call, isPushed);
  }

  #createTask(index: number): Promise<void> {
    const { tasks } = nth(this.#online, index).client;
    const name = `Task ${index}`;
    return this.book.cause(name, 'task', () => tasks.create({ schedule: 'once', name }));
  }

  async #decide(index: number): Promise<void> {
    const { client } = nth(this.#online, index);
    const asked = await this.book.call('ask', async () => {
      const { status, body } = await client.call('/api/agent/decisions', { body: { title: 'Send it?' } });
      if (status !== 201) throw new Error(`It was answered ${status}`);
      return (body as { decision_id: string }).decision_id;
    });
    if (asked === undefined) return;
    await this.book.cause(asked, 'answer a request', async () => {
      const body = { status: 'approved' };
      const { status } = await this.#person.call(`/decisions/${asked}/resolve`, { body });
      if (status !== 200) throw new Error(`It was answered ${status}`);
    });
  }

  /** Nothing while the poll before is worked on. */
  async #poll(party: Party): Promise<void> {
    if (this.#isPolling.has(party)) return;
    this.#isPolling.add(party);
    const { tasks } = party.client;
    const pending = (await this.book.call('poll', () => tasks.pendingTriggers())) ?? [];
    for (const { run_id: runId, payload } of pending) {
      this.book.came(String(payload['order']));
      await this.book.call('complete', () =>
        tasks.complete(runId, { status: 'completed', summary: 'Done.' }),
      );
    }
    this.#isPolling.delete(party);
  }

  /** What a console reads, in turn. */
  async #read(index: number): Promise<void> {
    const { client, conversationId } = nth(this.#online, index);
    const reads = [
      () => this.#person.events(client.agentId, '?limit=50'),
      () => this.#person.history(conversationId),
      () => this.#person.conversationIds(client.agentId),
    ];
    await this.book.call('read', nth<() => Promise<unknown>>(reads, index));
  }
}

function nth<T>(items: readonly T[], index: number): T {
  return items[index % items.length] as T;
}
