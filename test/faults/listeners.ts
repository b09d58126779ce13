import { eventOf, inTime, WebhookReceiver } from '@svc/testkit';
import type { AgentClient, Person } from '@svc/testkit';
import { ReconnectingAgent } from './reconnecting-agent.js';
import type { SocketOptions } from './reconnecting-agent.js';

/** @param eventId `null` where the channel does not tell. */
type Take = (agent: AgentClient, event: Record<string, unknown>, eventId: string | null) => void;

/** Agents of a person, at sockets and with webhooks: whatever reaches them is handed on. */
export class Listeners {
  readonly sockets: ReconnectingAgent[] = [];
  readonly #receivers: WebhookReceiver[] = [];
  readonly #person: Person;
  readonly #take: Take;

  constructor(person: Person, take: Take) {
    this.#person = person;
    this.#take = take;
  }

  async atSocket(options?: SocketOptions): Promise<AgentClient> {
    const agent = await this.#person.createAgent({ agent_name: `socket ${this.sockets.length + 1}` });
    const socket = new ReconnectingAgent(agent, (frame) => this.#take(agent, frame, null), options);
    this.sockets.push(socket);
    socket.start();
    await inTime(socket.connected, 'an agent to connect');
    return agent;
  }

  /** @param answerMs how long the webhook takes to answer. */
  async atWebhook(answerMs = 0): Promise<AgentClient> {
    const receiver = await WebhookReceiver.open();
    const agent_name = `webhook ${this.#receivers.push(receiver)}`;
    const agent = await this.#person.createAgent({ agent_name, webhook_url: receiver.url });
    receiver.answer = (delivery, response) => {
      setTimeout(() => response.writeHead(200).end(), answerMs);
      this.#take(agent, eventOf(delivery), String(delivery.headers['x-svc-event-id']));
    };
    return agent;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.stop();
    for (const receiver of this.#receivers) await receiver.close();
  }
}
