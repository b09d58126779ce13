import { DELIVERY_BYTES_MAX } from './receiver.js';
import type { DeliveryReceiver } from './receiver.js';

/** What this plugin needs of a Fastify instance. */
export interface FastifyInstanceLike {
  /** Parsers of the application do not come first here. */
  removeAllContentTypeParsers(): void;
  /** Keeps the bytes of a body as they came. */
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): void;
  /** Takes deliveries. */
  post(
    path: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): void;
}

/** What this plugin needs of a request of Fastify. */
export interface FastifyRequestLike {
  /** By names in small letters. */
  headers: Record<string, string | string[] | undefined>;
  /** The bytes, as this plugin's parser has kept them. */
  body?: unknown;
}

/** What this plugin needs of a reply of Fastify. */
export interface FastifyReplyLike {
  /** Sets the status. */
  code(status: number): FastifyReplyLike;
  /** Sets a header. */
  header(name: string, value: unknown): FastifyReplyLike;
  /** Sends the answer. */
  send(body?: unknown): unknown;
  /** The response of Node, which says when the answer is on its way. */
  raw: { once(event: 'finish', listener: () => void): unknown };
}

/** A plugin that takes deliveries by `POST /` below the prefix under which it is registered. */
export type FastifyPlugin = (instance: FastifyInstanceLike, options: unknown) => Promise<void>;

export function fastifyPlugin(receiver: DeliveryReceiver): FastifyPlugin {
  // Fastify gives every plugin an instance of its own, so this parser serves this webhook alone.
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: DELIVERY_BYTES_MAX },
      (_request, body, done) => done(null, body),
    );
    instance.post('/', async ({ headers, body }, reply) => {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array();
      const header = (name: string): string | undefined => {
        const value = headers[name];
        return Array.isArray(value) ? value[0] : value;
      };
      const { status, detail, retryAfterSeconds, process } = await receiver.receive({ header, bytes });
      reply.raw.once('finish', () => void process());
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
      return reply.code(status).send(detail === '' ? undefined : { detail });
    });
  };
}
