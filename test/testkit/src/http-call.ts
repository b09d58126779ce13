import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface HttpCall {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as JSON. Text and bytes are sent as they are, under the same content type. */
  body?: unknown;
  /** Sends the body without announcing its length. */
  chunked?: boolean;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The parsed body, the text of one that is not JSON, `undefined` for none. */
  body: unknown;
}

/** Throws where an answer is wrong. */
export type AnswerCheck = (call: { method: string; url: string }, answer: HttpAnswer) => void;

let check: AnswerCheck = () => {};

/** From now on each answer is checked so; by default none is. */
export function checkAnswers(by: AnswerCheck = () => {}): void {
  check = by;
}

/** Longer than any call of the service takes, in milliseconds. */
const ANSWER_MS_MAX = 60_000;

const connections = new Agent({ keepAlive: true, maxSockets: 64 });

/** One call over HTTP. Any status is an answer, also one that comes while the body is still being sent. */
export async function httpCall(url: string, call: HttpCall = {}): Promise<HttpAnswer> {
  const payload = payloadOf(call.body);
  const method = call.method ?? (payload === undefined ? 'GET' : 'POST');
  const headers = { ...framingOf(payload, call.chunked === true), ...call.headers };
  return new Promise<HttpAnswer>((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: connections, timeout: ANSWER_MS_MAX });
    let isAnswered = false;
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      void collected(incoming, { method, url }).then(resolve, reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url} was not answered in time`)));
    // A body that is refused unread may break off in the middle, after the answer has come.
    outgoing.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    outgoing.end(payload);
  });
}

/** The answer with all of its body, checked. */
export async function collected(
  incoming: IncomingMessage,
  call: { method: string; url: string },
): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = incoming;
  const bytes = await buffer(incoming);
  const answer = { status, headers, bytes, body: parsed(bytes) };
  check(call, answer);
  return answer;
}

/** The body of an answer that a test needs to be a success. */
export function succeeded<T>(what: string, answer: HttpAnswer): T {
  if (answer.status >= 200 && answer.status < 300) return answer.body as T;
  throw new Error(`${what} was answered ${answer.status}: ${answer.bytes.toString('utf8').slice(0, 500)}`);
}

function framingOf(payload: Buffer | undefined, chunked: boolean): OutgoingHttpHeaders {
  if (payload === undefined) return {};
  const framing = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': payload.length };
  return { 'content-type': 'application/json', ...framing };
}

function payloadOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
