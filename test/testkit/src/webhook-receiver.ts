import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.js';
import { Signal } from './signal.js';

export interface ReceivedDelivery {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came, since the signature is over these bytes. */
  rawBody: Buffer;
  receivedAtMs: number;
}

export type WebhookAnswer = (delivery: ReceivedDelivery, response: ServerResponse) => void;

/** Never closes an idle connection, over which on a busy machine the next delivery is just going out. */
const FOR_EVER = { keepAliveTimeout: 0 };

/** An agent's webhook endpoint on 127.0.0.1. It records the deliveries, and answers as the test tells it. */
export class WebhookReceiver {
  readonly deliveries = new Signal<ReceivedDelivery>();
  /** How it answers from now on. */
  answer: WebhookAnswer;
  readonly #server: Server;

  private constructor(answer: WebhookAnswer) {
    this.answer = answer;
    this.#server = createServer(FOR_EVER, (request, response) => void this.#take(request, response));
  }

  /** @param answer default: 200. */
  static async open(answer: WebhookAnswer = answerWith(200)): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(answer);
    await listening(receiver.#server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The `text` of each delivered user message, in the order of arrival. */
  get texts(): unknown[] {
    return this.deliveries.items.map((delivery) => eventOf(delivery)['text']);
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(request).catch(() => null);
    // The caller broke off, so nothing was delivered.
    if (rawBody === null) return;
    const { method = '', url: path = '', headers } = request;
    const delivery: ReceivedDelivery = { method, path, headers, rawBody, receivedAtMs: Date.now() };
    this.answer(delivery, response);
    this.deliveries.push(delivery);
  }
}

/** The event that a delivery carries. */
export function eventOf(delivery: ReceivedDelivery): Record<string, unknown> {
  return JSON.parse(delivery.rawBody.toString('utf8')) as Record<string, unknown>;
}

/** Answers with these statuses in turn; with the last one from then on. */
export function answerWith(...statuses: [number, ...number[]]): WebhookAnswer {
  return (_delivery, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 200).end();
  };
}

/** Lets the caller wait until it gives up. */
export const neverAnswer: WebhookAnswer = () => {};
