import type { ApiCall } from './api-call.js';

/** The headers that a call's body and method ask for. */
export function headersOf({ method, body, lines }: ApiCall, key: string): Record<string, string> {
  const type =
    lines !== undefined
      ? 'application/x-ndjson'
      : body instanceof Uint8Array
        ? 'application/octet-stream'
        : body !== undefined && 'application/json';
  return {
    ...(type === false ? {} : { 'content-type': type }),
    ...(method === 'POST' ? { 'idempotency-key': key } : {}),
  };
}

/** The service ends a message that is not complete after ten minutes; so does a network that takes nothing and says nothing, a minute later. */
const LINES_MS_MAX = 11 * 60_000;

/** @param late begins when the body is sent, as far as one knows. */
export function bodyOf({ body, lines }: ApiCall, late: Countdown): RequestInit {
  if (lines !== undefined) {
    late.start(LINES_MS_MAX);
    return { body: ReadableStream.from(encoded(lines(), late)), duplex: 'half' };
  }
  late.start();
  if (body === undefined) return {};
  return { body: body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) };
}

async function* encoded(
  lines: AsyncIterable<object | null>,
  late: Countdown,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(`${line === null ? '' : JSON.stringify(line)}\n`);
  late.start();
}

/** Aborts its signal some time after it was started. */
export class Countdown {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** @param ms default: what it was made with. A second start takes the place of the first. */
  start(ms = this.#ms): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const end = (): void => this.#controller.abort(new DOMException('It took too long.', 'TimeoutError'));
    this.#timer = setTimeout(end, ms);
  }

  /** For good: the body of a call that has failed may end later. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}
