import { eventOf, inTime, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, Person } from '@svc/testkit';
import { ReconnectingAgent } from './reconnecting-agent.js';
import type { SocketOptions } from './reconnecting-agent.js';
import type { RunBook } from './run-book.js';

export interface RunAgentsOptions {
  /** Agents with a socket, with a webhook, and with neither. */
  sockets: number;
  webhooks: number;
  pollers: number;
  socketOptions?: SocketOptions;
}

const STARTS_AT_ONCE = 8;

/** Agents on every channel, which write into the book whatever reaches them. */
export class RunAgents {
  readonly agents: AgentClient[] = [];
  readonly #book: RunBook;
  readonly #sockets: ReconnectingAgent[] = [];
  readonly #receivers: WebhookReceiver[] = [];

  private constructor(book: RunBook) {
    this.#book = book;
  }

  static async open(person: Person, book: RunBook, options: RunAgentsOptions): Promise<RunAgents> {
    const run = new RunAgents(book);
    for (let index = 1; index <= options.sockets; index += 1) {
      const agent = await person.createAgent({ agent_name: `socket ${index}` });
      await run.#addSocket(agent, options.socketOptions);
    }
    for (let index = 1; index <= options.webhooks; index += 1) await run.#addWebhook(person, index);
    for (let index = 1; index <= options.pollers; index += 1) {
      run.agents.push(await person.createAgent({ agent_name: `poller ${index}` }));
    }
    return run;
  }

  get ids(): string[] {
    return this.agents.map(({ agentId }) => agentId);
  }

  /** Has every agent poll what was not pushed, until nothing is left; what it gets it starts or completes. */
  async pollEverything(): Promise<void> {
    await Promise.all(this.agents.map((agent) => this.#poll(agent)));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.stop();
    for (const receiver of this.#receivers) await receiver.close();
  }

  async #addSocket(agent: AgentClient, options?: SocketOptions): Promise<void> {
    const take = (frame: Record<string, unknown>): void => this.#take(agent, frame, null);
    const socket = new ReconnectingAgent(agent, take, options);
    this.agents.push(agent);
    this.#sockets.push(socket);
    socket.start();
    await inTime(socket.connected, 'an agent to connect');
  }

  async #addWebhook(person: Person, index: number): Promise<void> {
    const receiver = await WebhookReceiver.open();
    this.#receivers.push(receiver);
    const agent = await person.createAgent({ agent_name: `webhook ${index}`, webhook_url: receiver.url });
    this.agents.push(agent);
    receiver.answer = (delivery, response) => {
      response.writeHead(200).end();
      this.#take(agent, eventOf(delivery), String(delivery.headers['x-svc-event-id']));
    };
    // Half of them get their triggers pushed as well as polled.
    const push_triggers_to_webhook = index % 2 === 0;
    await person.changeAgent(agent.agentId, { push_triggers_to_webhook });
  }

  #take(agent: AgentClient, event: Record<string, unknown>, eventId: string | null): void {
    const [runId, taskId] = [String(event['run_id']), String(event['task_id'])];
    this.#book.arrive({ runId, taskId, agentId: agent.agentId, eventId });
  }

  async #start(agent: AgentClient, taskId: string): Promise<void> {
    const runId = await agent.tasks.start(taskId);
    this.#book.arrive({ runId, taskId, agentId: agent.agentId, eventId: null });
  }

  async #poll(agent: AgentClient): Promise<void> {
    const { agentId } = agent;
    for (let due = await agent.tasks.due(); due.length > 0; due = await agent.tasks.due()) {
      for (let first = 0; first < due.length; first += STARTS_AT_ONCE) {
        const some = due.slice(first, first + STARTS_AT_ONCE);
        await Promise.all(some.map(({ id }) => this.#start(agent, id)));
      }
    }
    const poll = () => agent.tasks.pendingTriggers();
    for (let pending = await poll(); pending.length > 0; pending = await poll()) {
      for (const { id: eventId, run_id: runId, task_id: taskId } of pending) {
        this.#book.arrive({ runId, taskId, agentId, eventId });
      }
    }
  }
}
