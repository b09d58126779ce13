import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.js';
import axios from 'axios';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { WebhookAddressError } from './webhook-guard.js';
import type { WebhookGuard } from './webhook-guard.js';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface RequestResult {
  /** `aborted`: this process stopped, and nobody knows what the receiver did. */
  outcome: 'delivered' | 'http_error' | 'http_timeout' | 'aborted';
  statusCode: number | null;
  error: string | null;
  /** The beginning of the answer's body. */
  response: string | null;
  retryAfterMs: number | undefined;
}

/** Idle connections that are kept per host, and how long, in milliseconds. */
const IDLE_CONNECTIONS_PER_HOST_MAX = 256;
const IDLE_CONNECTION_MS = 15_000;

/** How long one of several addresses of a host may take to connect before the next is tried, in milliseconds. */
const ADDRESS_TIMEOUT_MS = 1_000;

/** Sends one request at a time to a receiver, and never to an address that the guard does not allow. */
export class WebhookClient {
  readonly #guard: WebhookGuard;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #kept: Connections;
  readonly #axios: AxiosInstance;
  readonly #running = new Set<AbortController>();

  constructor(options: { guard: WebhookGuard; timeoutMs: number; clock: Clock }) {
    this.#guard = options.guard;
    this.#timeoutMs = options.timeoutMs;
    this.#clock = options.clock;
    this.#kept = connections(options.guard, { keepAlive: true });
    this.#axios = axios.create({
      // A proxy from the environment would resolve names by itself, without the guard.
      proxy: false,
      // A redirect would send a signed event to an address that the agent's owner did not name.
      maxRedirects: 0,
      decompress: false,
      responseType: 'stream',
      validateStatus: () => true,
      transformRequest: [(body: unknown) => body],
      transformResponse: [(body: unknown) => body],
    });
  }

  /** Never rejects. One time limit holds for name resolution, connection and the answer's status together; its body may take two seconds more. */
  async post(request: WebhookRequest): Promise<RequestResult> {
    const abort = new AbortController();
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      abort.abort();
    }, this.#timeoutMs);
    this.#running.add(abort);
    try {
      this.#guard.vetLiteral(new URL(request.url));
      const answer = await this.#send(request, abort.signal);
      clearTimeout(deadline);
      return this.#judge(answer, await readAnswer(answer.data));
    } catch (error) {
      const failed = { statusCode: null, response: null, retryAfterMs: undefined };
      if (isLate)
        return { ...failed, outcome: 'http_timeout', error: `No answer within ${this.#timeoutMs} ms` };
      if (abort.signal.aborted) return { ...failed, outcome: 'aborted', error: null };
      return { ...failed, outcome: 'http_error', error: describeFailure(error) };
    } finally {
      clearTimeout(deadline);
      this.#running.delete(abort);
    }
  }

  /** Ends all requests under way; their outcome is `aborted`. */
  abortAll(): void {
    for (const abort of this.#running) abort.abort();
  }

  /** Closes the idle connections. */
  close(): void {
    this.#kept.httpAgent.destroy();
    this.#kept.httpsAgent.destroy();
  }

  async #send({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<AxiosResponse<Readable>> {
    const config = { headers, signal };
    try {
      return await this.#axios.post<Readable>(url, body, { ...config, ...this.#kept });
    } catch (error) {
      // The same attempt once more, under the same ids. The receiver may have seen it twice, which it must expect of any event.
      // The other kept connections may be stale too, so it has one of its own.
      if (!isStaleConnection(error)) throw error;
      const fresh = connections(this.#guard, { keepAlive: false });
      return this.#axios.post<Readable>(url, body, { ...config, ...fresh });
    }
  }

  #judge(answer: AxiosResponse<Readable>, response: string): RequestResult {
    const { status } = answer;
    const judged = { statusCode: status, response, retryAfterMs: undefined };
    if (status >= 200 && status < 300) return { ...judged, outcome: 'delivered', error: null };
    const error = `Answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`;
    const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], this.#clock.nowMs());
    return { ...judged, outcome: 'http_error', error, retryAfterMs };
  }
}

interface Connections {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

function connections({ lookup }: WebhookGuard, { keepAlive }: { keepAlive: boolean }): Connections {
  const options = {
    ...{ lookup, keepAlive },
    maxFreeSockets: IDLE_CONNECTIONS_PER_HOST_MAX,
    timeout: IDLE_CONNECTION_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
  };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

/** How much of an answer's body is read, for the attempt log, in bytes. */
const BODY_BYTES_MAX = 2 * 1024;

/** How long it is read, in milliseconds. */
const BODY_MS_MAX = 2_000;

/** The beginning of an answer's body, or as much of it as has come when it stalls or breaks off. Never rejects. */
async function readAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Not only while it is read: a stream may report an error later, which nobody would catch.
  body.on('error', () => {});
  const late = setTimeout(() => body.destroy(), BODY_MS_MAX);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) break;
    }
  } catch {
    // Its status has told all that matters.
  } finally {
    clearTimeout(late);
  }
  return keptText(Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX));
}

/** PostgreSQL's text holds every character but NUL. */
function keptText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\u0000', '\uFFFD');
}

/**
 * The wait that a `Retry-After` header asks for, in milliseconds from now: seconds or an HTTP date (RFC 9110, section 10.2.3). `undefined`
 * if there is no header, the date is in the past, or the value is neither.
 */
export function parseRetryAfter(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // An HTTP date begins with the name of the day; Date.parse would also accept many other texts.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined;
  const waitMs = Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was reset',
  EPIPE: 'The connection was reset',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The network cannot be reached',
  ETIMEDOUT: 'The connection could not be made in time',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too large',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  ERR_INVALID_URL: 'The URL is not valid',
};

/**
 * Says why a request failed, for the attempt log. Uses only the error's code: the message may name addresses inside the operator's network,
 * or a URL whose path is a credential.
 */
export function describeFailure(error: unknown): string {
  const refused = causes(error).find((cause) => cause instanceof WebhookAddressError);
  if (refused !== undefined) return refused.message;
  const code = causes(error)
    .map(codeOf)
    .find((found) => found !== undefined);
  if (code === undefined) return 'The request failed';
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (code.startsWith('HPE_')) return `The answer is not HTTP (${code})`;
  return `The request failed (${code})`;
}

/** The receiver closed an idle connection in the moment when it was used again. The endpoint works. */
export function isStaleConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !('request' in error)) return false;
  const { request } = error as { request?: { reusedSocket?: boolean; res?: unknown } };
  if (request?.reusedSocket !== true || (request.res ?? undefined) !== undefined) return false;
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function codeOf(error: Error): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}

/** The error and its causes, innermost last. */
function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 5; cause = cause.cause) found.push(cause);
  return found;
}
