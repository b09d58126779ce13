import { bytesUpTo } from '../http/calls.js';
import { DELIVERY_BYTES_MAX, refused } from './receiver.js';
import type { DeliveryAnswer, DeliveryReceiver } from './receiver.js';

/** Answers a delivery with 204, 400, 401, 405, 413, 500 or 503, and then calls the agent's handlers. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** What a handler of `Request` may be told. */
export interface FetchOptions {
  /** Keeps the process alive until the work is done, where it would be frozen after the answer, such as `event.waitUntil`. Default: nothing does. */
  waitUntil?: (work: Promise<void>) => void;
}

export function fetchHandler(receiver: DeliveryReceiver, { waitUntil }: FetchOptions): FetchHandler {
  return async (request) => {
    const answer = await receive(receiver, request);
    // The answer leaves first.
    const work = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(answer.process);
    waitUntil?.(work);
    return responseOf(answer);
  };
}

async function receive(receiver: DeliveryReceiver, request: Request): Promise<DeliveryAnswer> {
  if (request.method !== 'POST') return refused(405, 'Method not allowed');
  if (request.bodyUsed) {
    const { message } = receiver.lostBody(
      'Hand the request on before you call request.json() or request.text().',
    );
    return refused(500, message);
  }
  const bytes = await bytesUpTo(DELIVERY_BYTES_MAX, request.body as AsyncIterable<Uint8Array> | null);
  if (bytes === null) return refused(413, 'Too large');
  return receiver.receive({ header: (name) => request.headers.get(name) ?? undefined, bytes });
}

function responseOf({ status, detail, retryAfterSeconds }: DeliveryAnswer): Response {
  const headers = new Headers(
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  );
  if (detail === '') return new Response(null, { status, headers });
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify({ detail }), { status, headers });
}
