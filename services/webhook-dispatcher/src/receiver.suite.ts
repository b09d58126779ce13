import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Signal } from '@svc/testkit';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A webhook receiver that remembers what it got and answers as it is told. */
export class Receiver {
  readonly requests = new Signal<ReceivedRequest>();
  readonly #server: Server;
  answer: Answer;

  constructor(answer: Answer = (_request, response) => response.writeHead(200).end('ok')) {
    this.answer = answer;
    // Never closes an idle connection: on a busy machine the next attempt is just going out over it.
    this.#server = createServer(
      { keepAliveTimeout: 0 },
      (request, response) => void this.#take(request, response),
    );
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
    this.answer(received, response);
    this.requests.push(received);
  }
}

/** Answers with the statuses in turn; the last one for all that follow. */
export function statuses(...codes: [number, ...number[]]): Answer {
  return (_request, response) => {
    const code = codes.length > 1 ? codes.shift() : codes[0];
    response.writeHead(code ?? 200).end();
  };
}

export const never: Answer = () => {};
