export interface JsonCall {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
}

export interface JsonAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; `undefined` for none. */
  body: unknown;
}

/** A call that got an answer, but no success. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly status: number;

  constructor(what: string, { status, body }: { status: number; body: unknown }) {
    super(`${what} was answered ${status}: ${detailOf(body)}`);
    this.status = status;
  }
}

/** How long one call may take, in milliseconds. */
const ANSWER_MS_MAX = 10_000;

/** One call over HTTP with JSON both ways. Any status is an answer; rejects if there is none in 10 seconds. */
export async function jsonCall(url: string, call: JsonCall = {}): Promise<JsonAnswer> {
  const timeout = AbortSignal.timeout(ANSWER_MS_MAX);
  const hasBody = call.body !== undefined;
  const response = await fetch(url, {
    method: call.method ?? (hasBody ? 'POST' : 'GET'),
    headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...call.headers },
    signal: call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]),
    ...(hasBody ? { body: JSON.stringify(call.body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : parsed(text) };
}

/** The same, for a call that must succeed. @throws RefusedCall otherwise. */
export async function expectJson(what: string, url: string, call: JsonCall = {}): Promise<JsonAnswer> {
  const answer = await jsonCall(url, call);
  if (answer.status < 200 || answer.status > 299) throw new RefusedCall(what, answer);
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function detailOf(body: unknown): string {
  const hasDetail = typeof body === 'object' && body !== null && 'detail' in body;
  return hasDetail && typeof body.detail === 'string' ? body.detail : 'no detail';
}
