import { bytesUpTo } from '../http/calls.js';
import { DELIVERY_BYTES_MAX, refused } from './receiver.js';
import type { DeliveryAnswer, DeliveryReceiver } from './receiver.js';

/** What is needed of a request of Node, with what parsers of Express have put beside it. */
export interface ExpressRequest extends AsyncIterable<Uint8Array> {
  /** The method of the request: everything but `POST` is refused with 405. */
  method?: string | undefined;
  /** By names in small letters, as Node gives them. */
  headers: Record<string, string | string[] | undefined>;
  /** What a parser has made of the body. Only bytes are of use. */
  body?: unknown;
  /** The bytes, if a parser keeps them here. */
  rawBody?: unknown;
  /** Whether it was read from. */
  readonly readableDidRead: boolean;
  /** Whether it was read to its end. */
  readonly readableEnded: boolean;
  /** Whether it has ended too early. */
  readonly destroyed: boolean;
  /** Breaks it off: its body has to come within 30 s. */
  destroy(): unknown;
}

/** What is needed of a response of Node. */
export interface ExpressResponse {
  /** The status of the answer. */
  statusCode: number;
  /** Whether it was answered already. */
  readonly headersSent: boolean;
  /** Whether its caller has gone. */
  readonly destroyed: boolean;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string | number): unknown;
  /** Calls the listener when the answer is on its way. */
  once(event: 'finish', listener: () => void): unknown;
  /** Sends the answer. */
  end(body?: string): unknown;
}

/** Answers a delivery with 204, 400, 401, 405, 413, 500 or 503, and then calls the agent's handlers. What it cannot answer for goes to `next`, if there is one. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ExpressResponse,
  next?: (error?: unknown) => void,
) => void;

/** A delivery has to come within this time, in milliseconds. */
const BODY_MS_MAX = 30_000;

export function expressHandler(receiver: DeliveryReceiver): ExpressHandler {
  return (request, response, next) => {
    void receive(receiver, request).then(
      (answer) => {
        // Work begins when the answer is on its way.
        response.once('finish', () => void answer.process());
        send(response, answer);
      },
      (error: unknown) => {
        if (next === undefined) send(response, refused(500, 'Internal error'));
        else next(error);
      },
    );
  };
}

async function receive(receiver: DeliveryReceiver, request: ExpressRequest): Promise<DeliveryAnswer> {
  if (request.method !== 'POST') return refused(405, 'Method not allowed');
  const bytes = keptBytes(request) ?? (await readBytes(request));
  if (bytes === 'too large') return refused(413, 'Too large');
  if (bytes === null) {
    const { message } = receiver.lostBody(
      'Mount agent.webhook.express() before express.json() and other parsers, or let the parser keep the bytes: express.raw({ type: "*/*" }).',
    );
    return refused(500, message);
  }
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return receiver.receive({ header, bytes });
}

/** What a parser before us has kept of the bytes. */
function keptBytes({ body, rawBody }: ExpressRequest): Uint8Array | null {
  for (const kept of [rawBody, body]) if (kept instanceof Uint8Array) return kept;
  return null;
}

/** `null` if a parser has read them. */
async function readBytes(request: ExpressRequest): Promise<Uint8Array | 'too large' | null> {
  if (request.readableEnded || request.readableDidRead || request.destroyed) return null;
  const late = setTimeout(() => request.destroy(), BODY_MS_MAX);
  try {
    return (await bytesUpTo(DELIVERY_BYTES_MAX, request)) ?? 'too large';
  } finally {
    clearTimeout(late);
  }
}

function send(response: ExpressResponse, { status, detail, retryAfterSeconds }: DeliveryAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
  if (detail === '') {
    response.end();
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ detail }));
}
