import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { Clock } from '@svc/runtime';
import axios from 'axios';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { parseRetryAfter, readAnswer } from './answer.js';
import { describeFailure, isStaleConnection } from './attempt-failure.js';
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
