import { randomUUID } from 'node:crypto';
import { CallError, asError } from '../errors.js';
import type { RefusedField } from '../contract.js';
import type { AgentSettings } from '../options.js';
import { backoffMs, sleep } from '../waiting.js';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the ids in it, such as `/api/agent/tasks/tsk_1`. */
  path: string;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown;
  /** JSON lines, sent as they come, made anew for each try; `null` is a blank line. The answer comes last. */
  lines?: () => AsyncIterable<object | null>;
  /** Ends the call, and all its tries. */
  signal?: AbortSignal | undefined;
  /** How long the service may take to answer one try when all is sent, in milliseconds. Default 30 s. */
  answerMsMax?: number;
  /** How long it is tried again; of lines, from the first failure. In milliseconds. Default: `retryCalls`. */
  retryMsMax?: number;
}

const ANSWER_MS_MAX = 30_000;
/** An answer with more is not the service's, in bytes. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const WAITS = { firstMs: 250, mostMs: 15_000 };
/** The service asks for more time only while it starts or has no room. */
const RETRY_AFTER_MS_MAX = 60_000;
/** A try with lines for longer had reached the service, which ends silent ones: the time begins anew. */
const REACHED_MS = 60_000;

/** A call without an answer, or without room, is made again with its `Idempotency-Key`: it is done once. */
export class Calls {
  readonly #settings: AgentSettings;

  constructor(settings: AgentSettings) {
    this.#settings = settings;
  }

  /** @throws {CallError} `call_refused`, or `unavailable` if the service cannot be reached for too long. */
  async call<T>(call: ApiCall): Promise<T> {
    const key = randomUUID();
    const retryMs = call.retryMsMax ?? this.#settings.retryCallsMs;
    let endMs = call.lines === undefined ? performance.now() + retryMs : Infinity;
    for (let failures = 1; ; failures += 1) {
      call.signal?.throwIfAborted();
      const startedMs = performance.now();
      const tried = await this.#attempt<T>(call, key);
      if ('result' in tried) return tried.result;
      call.signal?.throwIfAborted();
      const waitMs = Math.max(tried.waitMs, backoffMs(failures, WAITS, Math.random()));
      if (call.lines !== undefined && performance.now() - startedMs > REACHED_MS) endMs = Infinity;
      endMs = Math.min(endMs, performance.now() + retryMs);
      if (performance.now() + waitMs > endMs) throw tried.error;
      this.#settings.log.debug(`${call.method} ${call.path} is tried again: ${tried.error.message}`);
      await sleep(waitMs, call.signal);
    }
  }

  async #attempt<T>(
    call: ApiCall,
    key: string,
  ): Promise<{ result: T } | { error: CallError; waitMs: number }> {
    const late = new AbortController();
    const signals = [late.signal, ...(call.signal === undefined ? [] : [call.signal])];
    let timer: NodeJS.Timeout | undefined;
    // Of lines that end after their call has failed the time does not matter.
    const onSent = (): void => {
      const end = (): void => late.abort(new DOMException('It took too long.', 'TimeoutError'));
      timer = setTimeout(end, call.answerMsMax ?? ANSWER_MS_MAX).unref();
    };
    let response: Response;
    let bytes: Uint8Array | null;
    try {
      const { type, ...content } = contentOf(call, onSent);
      response = await fetch(this.#urlOf(call), {
        ...{ method: call.method, redirect: 'manual', signal: AbortSignal.any(signals), ...content },
        headers: {
          ...{ 'x-svc-agent-id': this.#settings.agentId, 'x-svc-secret': this.#settings.secret },
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(call.method === 'POST' ? { 'idempotency-key': key } : {}),
        },
      });
      bytes = await bytesUpTo(ANSWER_BYTES_MAX, response.body as AsyncIterable<Uint8Array> | null);
    } catch (thrown) {
      return { error: unreachable(call, asError(thrown)), waitMs: 0 };
    } finally {
      clearTimeout(timer);
    }
    if (response.ok) return { result: parsed(call, bytes) as T };
    return refusal(call, response, textOf(bytes));
  }

  #urlOf({ path, query = {} }: ApiCall): URL {
    const url = new URL(path.slice(1), this.#settings.url);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url;
  }
}

/** @param onSent is called when all of it is on its way. */
function contentOf({ body, lines }: ApiCall, onSent: () => void): RequestInit & { type?: string } {
  if (lines !== undefined) {
    const stream = ReadableStream.from(encoded(lines(), onSent));
    return { type: 'application/x-ndjson', body: stream, duplex: 'half' };
  }
  onSent();
  if (body === undefined) return {};
  if (body instanceof Uint8Array)
    return { type: 'application/octet-stream', body: body as Uint8Array<ArrayBuffer> };
  return { type: 'application/json', body: JSON.stringify(body) };
}

async function* encoded(
  lines: AsyncIterable<object | null>,
  onSent: () => void,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(`${line === null ? '' : JSON.stringify(line)}\n`);
  onSent();
}

function parsed({ method, path }: ApiCall, bytes: Uint8Array | null): unknown {
  if (bytes?.length === 0) return undefined;
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CallError(
      'bad_answer',
      `${method} ${path} was answered by something that is not the service. Look at AGENT_SERVICE_URL.`,
      { status: 200, detail: text.slice(0, 200), cause },
    );
  }
}

/** Empty for what is longer than any answer of the service. */
function textOf(bytes: Uint8Array | null): string {
  return new TextDecoder().decode(bytes ?? undefined);
}

function unreachable({ method, path }: ApiCall, cause: Error): CallError {
  const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
  return new CallError('unavailable', `${method} ${path}: the service was not reached (${reason}).`, {
    ...{ status: 0, detail: reason, cause },
  });
}

/** Worth another try: no room, a start or a drain, a proxy that lost the service, a call of the same key. */
function refusal(call: ApiCall, response: Response, text: string): { error: CallError; waitMs: number } {
  const { status } = response;
  const { detail, errors: fields, request_id: requestId } = refusalIn(text);
  const more = [...fields.map(({ path, message }) => `${path} ${message}`), requestId ?? []]
    .flat()
    .join('; ');
  const message = `${call.method} ${call.path} was refused with ${status}: ${detail}${more && ` (${more})`}.`;
  const isPassing = status === 408 || status === 429 || status >= 500;
  const code = isPassing ? 'unavailable' : 'call_refused';
  const error = new CallError(code, message, { status, detail, fields });
  // A quota does not pass.
  if (!isPassing || (status === 429 && /quota/i.test(detail))) throw error;
  const seconds = Number(response.headers.get('retry-after') ?? 0) || 0;
  return { error, waitMs: Math.min(seconds * 1_000, RETRY_AFTER_MS_MAX) };
}

function refusalIn(text: string): { detail: string; errors: RefusedField[]; request_id?: string } {
  try {
    const said = JSON.parse(text) as { detail?: unknown; errors?: RefusedField[]; request_id?: string };
    if (typeof said?.detail === 'string')
      return { ...said, detail: said.detail, errors: Array.isArray(said.errors) ? said.errors : [] };
  } catch {
    // A proxy's page.
  }
  return { detail: text.slice(0, 200), errors: [] };
}

/** The bytes of a body, or `null` if there are more than that. What is beyond is not read. */
export async function bytesUpTo(
  most: number,
  body: AsyncIterable<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
