import type { Broker } from '@svc/broker';
import { publishEvent, routeEvent } from '@svc/events';
import type { EventHints, EventRoute, RouteDecision } from '@svc/events';
import { toWebhookDue } from '@svc/proto-events';
import type { DispatcherMetrics } from './dispatcher-metrics.js';
import type { Persistence } from './persistence.js';
import type { DispatcherStore, DueEvent } from './ports.js';

export interface EventRouterOptions {
  store: DispatcherStore;
  broker: Broker;
  persistence: Persistence;
  metrics: DispatcherMetrics;
  eventHints: Pick<EventHints, 'eventMoved'>;
}

/** Sends an event on to where its agent can be reached now. */
export class EventRouter {
  readonly #options: EventRouterOptions;

  constructor(options: EventRouterOptions) {
    this.#options = options;
  }

  /** Takes an event that reached no hub. Rejects if the database or the broker does not take it on; the message should then come again. */
  async fromFallback(eventId: string, hops: number): Promise<void> {
    const route = await this.#readRoute(eventId);
    const decision = routeEvent(route, hops);
    this.#options.metrics.eventRouted(decision.to);
    if (route !== null) await this.#follow(route, decision, hops);
  }

  /**
   * Takes an event that no hub can push while the broker is away. Returns it if its webhook attempt is due, for the caller to have it made;
   * one whose agent has connected meanwhile is its hub's.
   */
  async fromStore(eventId: string): Promise<DueEvent | null> {
    const route = await this.#readRoute(eventId);
    const decision = routeEvent(route, 0);
    if (route === null || decision.to === 'drop' || decision.to === 'hub') return null;
    this.#options.metrics.eventRouted(decision.to);
    if (decision.to === 'webhook') return { eventId, agentId: route.agentId, attempt: route.attempt };
    await this.#follow(route, decision, 0);
    return null;
  }

  /** Takes an event whose attempt was not granted. */
  async fromWebhook(event: DueEvent): Promise<void> {
    const route = await this.#readRoute(event.eventId);
    // Another message for this event has got further, so this one is a repeat.
    if (route === null || route.attempt !== event.attempt) return;
    // All its attempts ended with their process. So this one was not granted, and the event failed.
    if (route.state === 'failed') this.#options.eventHints.eventMoved(route);
    const decision = routeEvent(route, 0);
    // The reason against the attempt has passed already. Trying again at once could go on for ever, so the sweeper brings the event again.
    if (decision.to !== 'webhook') await this.#follow(route, decision, 0);
  }

  #readRoute(eventId: string): Promise<EventRoute | null> {
    const { store, persistence } = this.#options;
    return persistence.whileHeld('read where an event stands', () => store.events.route(eventId));
  }

  async #follow(route: EventRoute, decision: RouteDecision, hops: number): Promise<void> {
    const { store, broker, persistence, eventHints } = this.#options;
    switch (decision.to) {
      case 'drop':
        return;
      case 'hub':
        return publishEvent(broker, { ...route, slot: decision.slot }, hops + 1);
      case 'park':
        if (await persistence.whileHeld('leave an event waiting', () => store.events.park(route.eventId)))
          return eventHints.eventMoved(route);
        // Its agent has come back, or got a webhook, since it was read: that is seen now.
        return this.fromFallback(route.eventId, hops + 1);
      case 'webhook':
        return broker.publish(toWebhookDue(), {
          event_id: route.eventId,
          agent_id: route.agentId,
          attempt: route.attempt,
        });
    }
  }
}
