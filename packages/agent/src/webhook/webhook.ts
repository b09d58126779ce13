import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentEvent } from '../contract.js';
import { bytesUpTo } from '../http/calls.js';
import type { AgentSettings } from '../options.js';
import { eventIn, refused, whyUnsigned } from './receiver.js';
import type { DeliveryAnswer } from './receiver.js';

/**
 * Answers a delivery, and then calls the agent's handlers. What it cannot answer for goes to `next`, if there
 * is one. `body` and `rawBody` are what parsers of Express have put there.
 */
export type ExpressHandler = (
  request: IncomingMessage & { body?: unknown; rawBody?: unknown },
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** A plugin that takes deliveries by `POST /` below the prefix under which it is registered. */
export type FastifyPlugin = (instance: FastifyInstanceLike) => Promise<void>;

/** What the plugin needs of an instance of Fastify. */
export interface FastifyInstanceLike {
  /** Parsers of the application do not come first here. */
  removeAllContentTypeParsers(): void;
  /** Leaves a body as it comes. */
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): void;
  /** Takes deliveries. */
  post(
    path: string,
    handler: (
      request: { raw: IncomingMessage },
      reply: { raw: ServerResponse; hijack(): unknown },
    ) => unknown,
  ): void;
}

/** Answers a delivery, and then calls the agent's handlers. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** A delivery has to come within this time, in milliseconds. */
const BODY_MS_MAX = 30_000;
/** A delivery may have so many bytes; the service sends no more than a quarter of it. */
const DELIVERY_BYTES_MAX = 8 * 1024 * 1024;

interface DeliveryRequest {
  method: string | undefined;
  /** The value of a header, by its name in small letters. */
  header: (name: string) => string | undefined;
  /** The bytes exactly as they came; `null` if a framework has parsed them before, and has not kept them. */
  body: AsyncIterable<Uint8Array> | Uint8Array | null;
  /** What to do where they are lost. */
  advice: string;
}

interface WebhookParts {
  take: (event: AgentEvent) => void;
  isReady: () => boolean;
}

/**
 * Receives events where the agent has a `webhook_url` and no socket; the agent need not be started. Each way
 * checks signature and time on the raw bytes, answers with 204, 400, 401, 405, 413, 500 or 503, and only then
 * calls the handlers. What was answered counts as delivered, also if the process dies then.
 */
export class Webhook {
  readonly #settings: AgentSettings;
  readonly #parts: WebhookParts;

  constructor(settings: AgentSettings, parts: WebhookParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /**
   * For Express, Connect and Node's own server: `app.post('/events', agent.webhook.express())`, before any
   * parser of bodies or behind one that keeps the bytes (`express.raw`, or a `rawBody`).
   */
  express(): ExpressHandler {
    return (request, response, next) => {
      // Work begins when the answer is on its way.
      const send = ({ status, headers, body, process }: DeliveryAnswer): void => {
        response.once('finish', process);
        if (!response.headersSent && !response.destroyed) response.writeHead(status, headers).end(body);
      };
      const late = setTimeout(() => request.destroy(), BODY_MS_MAX);
      void this.#receive({
        method: request.method,
        header: (name) => [request.headers[name]].flat()[0],
        body: bodyOf(request),
        advice:
          'Mount agent.webhook.express() before express.json() and other parsers, or let the parser keep the bytes: express.raw({ type: "*/*" }).',
      })
        .finally(() => clearTimeout(late))
        .then(send, next ?? (() => send(refused(500, 'Internal error'))));
    };
  }

  /** For Fastify: `app.register(agent.webhook.fastify(), { prefix: '/events' })`. */
  fastify(): FastifyPlugin {
    const handle = this.express();
    // Fastify gives every plugin an instance of its own, so this parser serves this webhook alone.
    return async (instance) => {
      instance.removeAllContentTypeParsers();
      instance.addContentTypeParser('*', (_request, _payload, done) => done(null));
      instance.post('/', ({ raw }, reply) => {
        reply.hijack();
        handle(raw, reply.raw);
      });
    };
  }

  /** For whatever speaks `Request` and `Response`, such as Hono, Next.js, Deno or Bun. */
  fetch(): FetchHandler {
    return async (request) => {
      const { status, headers, body, process } = await this.#receive({
        method: request.method,
        header: (name) => request.headers.get(name) ?? undefined,
        body: request.bodyUsed
          ? null
          : ((request.body as AsyncIterable<Uint8Array> | null) ?? new Uint8Array()),
        advice: 'Hand the request on before you call request.json() or request.text().',
      });
      // The answer leaves first.
      setTimeout(process, 0);
      return new Response(status === 204 ? null : body, { status, headers });
    };
  }

  async #receive({ method, header, body, advice }: DeliveryRequest): Promise<DeliveryAnswer> {
    const { signingSecrets, secret, log, now } = this.#settings;
    if (method !== 'POST') return refused(405, 'Method not allowed');
    if (body === null) {
      // That is a mistake of this program, so it is told in full.
      const lost = 'The body of a webhook delivery was parsed before its signature could be checked.';
      log.error(`${lost} ${advice}`);
      return refused(500, `${lost} ${advice}`);
    }
    const bytes = body instanceof Uint8Array ? body : await bytesUpTo(DELIVERY_BYTES_MAX, body);
    if (bytes === null) return refused(413, 'Too large');
    const secrets = signingSecrets.length > 0 ? signingSecrets : [secret];
    const unsigned = whyUnsigned({ header, bytes }, secrets, now());
    if (unsigned !== undefined) {
      log.warn(`A webhook delivery was refused: ${unsigned}.`);
      return refused(401, 'Unauthorized');
    }
    const event = eventIn(bytes);
    if (event === null) return refused(400, 'Not an event');
    // The service tries again, in half a minute at the earliest.
    if (!this.#parts.isReady()) return refused(503, 'Busy', { 'retry-after': '30' });
    return { status: 204, headers: {}, body: '', process: () => this.#parts.take(event) };
  }
}

/** What a parser before us has kept of the bytes, else the request itself; `null` if a parser has read them. */
function bodyOf(request: Parameters<ExpressHandler>[0]): Uint8Array | IncomingMessage | null {
  for (const kept of [request.rawBody, request.body]) if (kept instanceof Uint8Array) return kept;
  return request.readableEnded || request.readableDidRead || request.destroyed ? null : request;
}
