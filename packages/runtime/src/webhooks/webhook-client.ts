import { Axios } from 'axios';
import type { AxiosResponse } from 'axios';
import { Agent, errors } from 'undici';
import { NoAnswerError, webhookAdapter } from './webhook-adapter.js';
import { WebhookAddressError } from './webhook-guard.js';
import type { WebhookGuard } from './webhook-guard.js';

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

export interface RequestResult {
  /** `aborted`: this process stopped, and what the receiver did is unknown. */
  outcome: 'delivered' | 'http_error' | 'http_timeout' | 'aborted';
  statusCode: number | null;
  error: string | null;
  response: string | null;
  retryAfterMs: number | undefined;
}

/** Most servers end idle connections after 5 s, and a request may not meet that end. */
const IDLE_CONNECTION_MS = 4_000;

/** For one of several addresses of a host, before the next is tried. */
const ADDRESS_TIMEOUT_MS = 1_000;

/** Sends one request at a time to a receiver, and never to an address that the guard does not allow. */
export class WebhookClient {
  readonly #guard: WebhookGuard;
  readonly #timeoutMs: number;
  readonly #connections: Agent;
  readonly #underWay = new Set<() => void>();
  readonly #axios: Axios;
  #isAborted = false;

  constructor({ guard, timeoutMs }: { guard: WebhookGuard; timeoutMs: number }) {
    this.#guard = guard;
    this.#timeoutMs = timeoutMs;
    this.#connections = new Agent({
      connect: {
        ...{ lookup: guard.lookup, timeout: timeoutMs },
        ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS },
      },
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    });
    this.#axios = new Axios({ adapter: webhookAdapter(this.#connections, this.#underWay) });
  }

  /** Never rejects. The limit holds for name, connection and status; the body may take two seconds more. */
  async post(request: WebhookRequest): Promise<RequestResult> {
    try {
      this.#guard.vetLiteral(new URL(request.url));
      const { url, headers, body: data } = request;
      const sent = { method: 'post', url, headers, data, timeout: this.#timeoutMs };
      return this.#judge(await this.#axios.request<string>(sent));
    } catch (error) {
      const failed = { statusCode: null, response: null, retryAfterMs: undefined };
      if (error instanceof NoAnswerError)
        return { ...failed, outcome: 'http_timeout', error: `No answer within ${this.#timeoutMs} ms` };
      if (this.#isAborted) return { ...failed, outcome: 'aborted', error: null };
      return { ...failed, outcome: 'http_error', error: describeFailure(error) };
    }
  }

  /** Ends all requests under way; the outcome of those without a status is `aborted`. */
  abortAll(): void {
    this.#isAborted = true;
    for (const stop of this.#underWay) stop();
    this.close();
  }

  close(): void {
    void this.#connections.destroy();
  }

  #judge({ status, data: response, headers }: AxiosResponse<string>): RequestResult {
    const judged = { statusCode: status, response, retryAfterMs: undefined };
    if (status >= 200 && status < 300) return { ...judged, outcome: 'delivered', error: null };
    const error = `Answered ${status}${status >= 300 && status < 400 ? '; redirects are not followed' : ''}`;
    const retryAfterMs = parseRetryAfter(headers['retry-after'], Date.now());
    return { ...judged, outcome: 'http_error', error, retryAfterMs };
  }
}

/** Seconds or an HTTP date (RFC 9110, section 10.2.3), from now. Neither, or the past: `undefined`. */
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
  UND_ERR_SOCKET: 'The connection was reset',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  ERR_INVALID_URL: 'The URL is not valid',
};

/** By the code alone: a message may name internal addresses, or a URL whose path is a credential. */
export function describeFailure(error: unknown): string {
  const refused = causes(error).find((cause) => cause instanceof WebhookAddressError);
  if (refused !== undefined) return refused.message;
  if (error instanceof errors.HTTPParserError) return 'The answer is not HTTP';
  const code = causes(error)
    .map(codeOf)
    .find((found) => found !== undefined);
  if (code === undefined) return 'The request failed';
  return REASONS[code] ?? `The request failed (${code})`;
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
