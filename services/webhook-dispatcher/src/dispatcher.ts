import type { Broker, ConsumeOptions, Consumer, Outcome } from '@svc/broker';
import { toWebhookDue, WEBHOOK_DUE_QUEUE, webhookWaitQueue } from '@svc/proto-events';
import type { WebhookDueMessage } from '@svc/proto-events';
import type { Logger, Service } from '@svc/runtime';
import type { AgentLanes } from './agent-lanes.js';
import type { AttemptSlots } from './attempt-slots.js';
import type { DispatcherMetrics } from './dispatcher-metrics.js';
import { isAway } from './is-away.js';
import type { Persistence } from './persistence.js';
import type { DispatcherStore, DueEvent } from './ports.js';
import type { WebhookClient } from '@svc/webhook-client';

/** How often slow attempts are set aside, in milliseconds. */
const SLOW_CHECK_INTERVAL_MS = 250;

export interface DispatcherOptions extends Required<ConsumeOptions> {
  broker: Broker;
  store: Pick<DispatcherStore, 'attempts'>;
  lanes: AgentLanes;
  slots: AttemptSlots;
  client: Pick<WebhookClient, 'abortAll' | 'close'>;
  persistence: Persistence;
  metrics: DispatcherMetrics;
  logger: Logger;
  /** Ends what still tries to reach the database, once the drain is over. */
  abort: AbortController;
  retryDelaysMs: readonly number[];
  /** How long stopping waits for attempts under way before it cuts them off, in milliseconds. */
  drainMs: number;
}

/** Takes due webhook attempts from the broker and has them made, per agent and in the whole a bounded number at once. */
export class Dispatcher implements Service {
  readonly name = 'dispatcher';
  readonly #options: DispatcherOptions;
  #consumer: Promise<Consumer> | undefined;
  #slowCheck: NodeJS.Timeout | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (this.#stopping !== undefined) return;
    this.#consumer ??= this.#consume();
    await this.#consumer;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#drain();
    return this.#stopping;
  }

  async #consume(): Promise<Consumer> {
    const { broker, slots, lanes, prefetch, onGivenUp, retryDelaysMs } = this.#options;
    for (const delayMs of retryDelaysMs) await broker.declareQueue(webhookWaitQueue(delayMs));
    this.#slowCheck = setInterval(() => {
      slots.setSlowAside();
      lanes.advanceReady();
    }, SLOW_CHECK_INTERVAL_MS);
    const options = { prefetch, onGivenUp };
    return broker.consume(WEBHOOK_DUE_QUEUE, options, ({ body }) => this.#take(body));
  }

  async #take(message: WebhookDueMessage): Promise<Outcome> {
    const { lanes, metrics } = this.#options;
    const { event_id: eventId, agent_id: agentId, attempt } = message;
    const admission = await lanes.offer({ eventId, agentId, attempt });
    switch (admission) {
      case 'reserved':
      case 'listed':
        return 'ack';
      case 'left':
        metrics.eventLeft();
        return 'ack';
      case 'slow':
        metrics.eventLeft();
        return this.#leave({ eventId, attempt });
      case 'refused':
        return 'wait';
      case 'failed':
        return 'fail';
    }
  }

  /** While an endpoint is slow, the sweeper would publish its events again and again, at the cost of the others. */
  async #leave(event: Pick<DueEvent, 'eventId' | 'attempt'>): Promise<Outcome> {
    const { persistence, store } = this.#options;
    try {
      await persistence.whileHeld('leave an event to its lane', () => store.attempts.leaveDue(event));
      return 'ack';
    } catch (error) {
      if (isAway(error)) return 'wait';
      throw error;
    }
  }

  async #drain(): Promise<void> {
    const { lanes, client, abort } = this.#options;
    const listed = lanes.close();
    const cutOff = setTimeout(() => {
      abort.abort();
      client.abortAll();
    }, this.#options.drainMs);
    const consumer = await this.#consumer?.catch(() => undefined);
    clearInterval(this.#slowCheck);
    await Promise.all([consumer?.stop(), this.#giveBack(listed), lanes.idle()]);
    clearTimeout(cutOff);
    abort.abort();
    client.close();
  }

  /** Gives events that waited here to another process at once. Otherwise the sweeper would bring them some seconds later. */
  async #giveBack(events: readonly DueEvent[]): Promise<void> {
    const { broker, logger } = this.#options;
    if (!broker.isReady()) return;
    const given = await Promise.allSettled(
      events.map(({ eventId, agentId, attempt }) =>
        broker.publish(toWebhookDue(), { event_id: eventId, agent_id: agentId, attempt }),
      ),
    );
    const failed = given.filter((result) => result.status === 'rejected').length;
    if (failed > 0) logger.warn({ failed }, 'waiting events were not given back, the sweeper brings them');
  }
}
