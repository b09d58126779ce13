import type { EventRoute } from '@svc/store';

/**
 * Where an event that reached no hub goes next. `drop`: nowhere, because it is done, another attempt is under way, or the sweeper
 * will bring it again.
 */
export type RouteDecision = { to: 'drop' } | { to: 'hub'; slot: string } | { to: 'webhook' } | { to: 'park' };

/** How often the fallback sends one event to a hub, before it leaves it to the sweeper. */
export const HOPS_MAX = 3;

/**
 * Decides over an event by what its agent can be reached through now.
 *
 * @param route where the event stands; `null` if it is gone.
 * @param hops how often the fallback has sent the event to a hub before.
 */
export function routeEvent(route: EventRoute | null, hops: number): RouteDecision {
  if (route === null || route.state !== 'pending') return { to: 'drop' };
  // The attempt's end decides over the event, or the sweeper does when its lease has passed.
  if (route.inFlight) return { to: 'drop' };
  if (route.slot !== null) {
    // An event that comes back from hubs again and again would go in a circle. It stays pending, and the sweeper starts it anew.
    return hops < HOPS_MAX ? { to: 'hub', slot: route.slot } : { to: 'drop' };
  }
  if (!route.hasWebhook) return { to: 'park' };
  // Triggers of an offline agent wait for its poll, even where a webhook is set, unless the owner asked for both.
  if (route.type === 'task_trigger' && !route.pushTriggersToWebhook) return { to: 'park' };
  return { to: 'webhook' };
}
