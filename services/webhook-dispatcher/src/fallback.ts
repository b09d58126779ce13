import type { Broker, ConsumeOptions, Consumer, Outcome } from '@svc/broker';
import { FALLBACK_QUEUE } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { Logger, Service } from '@svc/runtime';
import type { EventRouter } from './event-router.js';
import { isAway } from './is-away.js';
import { StoppedError } from './persistence.js';

/** Messages that are being routed at once; their reading of the store goes in batches. */
const PREFETCH = 200;

export interface FallbackOptions extends Required<Pick<ConsumeOptions, 'onGivenUp'>> {
  broker: Broker;
  router: Pick<EventRouter, 'fromFallback'>;
  logger: Logger;
}

/** Takes events that no hub took: the agent was offline, its hub went away, or its socket did not prove receipt. */
export class Fallback implements Service {
  readonly name = 'fallback';
  readonly #options: FallbackOptions;
  #consumer: Promise<Consumer> | undefined;
  #stopped = false;

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#stopped) return;
    const { broker, onGivenUp } = this.#options;
    const options = { prefetch: PREFETCH, onGivenUp };
    this.#consumer ??= broker.consume(FALLBACK_QUEUE, options, ({ body }) => this.#take(body));
    await this.#consumer;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const consumer = await this.#consumer?.catch(() => undefined);
    await consumer?.stop();
  }

  async #take(message: AgentEventMessage): Promise<Outcome> {
    try {
      await this.#options.router.fromFallback(message.event_id, message.hops);
      return 'ack';
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!(error instanceof StoppedError)) {
        this.#options.logger.warn({ err: error, event_id: message.event_id }, 'an event waits to be routed');
      }
      return 'wait';
    }
  }
}
