import type { AgentSettings } from '../options.js';
import { expressHandler } from './express.js';
import type { ExpressHandler } from './express.js';
import { fastifyPlugin } from './fastify.js';
import type { FastifyPlugin } from './fastify.js';
import { fetchHandler } from './fetch.js';
import type { FetchHandler, FetchOptions } from './fetch.js';
import { DeliveryReceiver } from './receiver.js';
import type { ReceiverParts } from './receiver.js';

/**
 * Receives events where the agent has a `webhook_url` and no socket. Each handler reads the raw bytes itself, checks signature and time, answers, and only then calls
 * the agent's handlers. The agent need not be started for that.
 *
 * A delivery that is answered counts as delivered: if the process is killed while a handler works on a message, the message does not come again.
 */
export class Webhook {
  readonly #receiver: DeliveryReceiver;

  constructor(settings: AgentSettings, parts: ReceiverParts) {
    this.#receiver = new DeliveryReceiver(settings, parts);
  }

  /**
   * For Express, Connect and Node's own server. Mount it before any parser of bodies: `app.post('/events', agent.webhook.express())`, then `app.use(express.json())`.
   * Behind a parser that keeps the bytes (`express.raw`, or a `rawBody`) it works as well; behind one that has lost them it answers 500 and logs why.
   */
  express(): ExpressHandler {
    return expressHandler(this.#receiver);
  }

  /** For Fastify: `app.register(agent.webhook.fastify(), { prefix: '/events' })`. It brings its own parser, for its own path alone. */
  fastify(): FastifyPlugin {
    return fastifyPlugin(this.#receiver);
  }

  /** For whatever speaks `Request` and `Response`, such as Hono, Next.js, Deno or Bun: `app.post('/events', (c) => receive(c.req.raw))`. */
  fetch(options: FetchOptions = {}): FetchHandler {
    return fetchHandler(this.#receiver, options);
  }
}
