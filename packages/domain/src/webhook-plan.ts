import { HOLD_MS_MAX, probeWaitMs } from './webhook-breaker.js';
import type { BreakerSettings, BreakerState } from './webhook-breaker.js';

/** An agent that dispatchers have to look at. */
export interface DueAgent {
  /** Its events go to its socket then. */
  isOnline: boolean;
  hasWebhook: boolean;
  /** It is in `error`. */
  isFailing: boolean;
  /** Attempts that are under way. */
  inFlight: number;
  /** `null` if its webhook has not failed lately. */
  breaker: { state: BreakerState; probeInMs: number; doublings: number } | null;
}

export interface PlanSettings {
  breaker: BreakerSettings;
  /** Attempts of one agent that are under way at once. */
  perAgentMax: number;
  /** How long an attempt may be under way, in milliseconds. Past it, another dispatcher makes the next. */
  leaseMs: number;
}

export interface WebhookPlan {
  /** How many of the events it takes, from the first on. */
  taken: number;
  /** At the latest; `null` for not before its next event. The end of an attempt makes it due as well. */
  nextInMs: number | null;
  /** What becomes of its breaker; `null` for nothing. `probed`: the event that was taken is a probe. */
  breaker: 'probed' | 'closed' | null;
}

/** How long it takes until the hub of a connected agent would count as gone. */
const ONLINE_LOOK_MS = 10_000;

/** A probe that is due waits so long for one that is under way, in milliseconds. */
const PROBE_LOOK_MS = 1_000;

/**
 * @param dueInMs when the next attempts of the agent's first open events are due, soonest first; 0 or less
 *   for now. One more than {@link PlanSettings.perAgentMax}, if there are so many.
 */
export function webhookPlan(
  agent: DueAgent,
  dueInMs: readonly number[],
  { breaker: settings, perAgentMax, leaseMs }: PlanSettings,
): WebhookPlan {
  if (agent.isOnline || !agent.hasWebhook) {
    const mayGoOffline = agent.isOnline && agent.hasWebhook && dueInMs.length > 0;
    const endInMs = agent.inFlight > 0 ? leaseMs : null;
    return { taken: 0, breaker: null, nextInMs: mayGoOffline ? ONLINE_LOOK_MS : endInMs };
  }
  const { breaker, inFlight } = agent;
  const free = Math.max(0, perAgentMax - inFlight);
  const wasOpen = breaker?.state === 'open';
  const isOpen = wasOpen && agent.isFailing && settings.attempts > 0;
  const overdue = isOpen ? dueInMs.filter((ms) => -ms >= HOLD_MS_MAX).length : 0;
  const isHolding = isOpen && overdue === 0;
  const mayProbe = isHolding && breaker.probeInMs <= 0 && inFlight === 0;
  let permits = free;
  if (isHolding) permits = mayProbe ? 1 : 0;
  else if (isOpen) permits = Math.min(free, overdue);
  const taken = dueInMs.slice(0, permits).filter((ms) => ms <= 0).length;
  const rest = dueInMs[taken];
  const end = taken > 0 ? leaseMs : Infinity;
  let nextInMs = end;
  if (rest !== undefined && rest > 0) nextInMs = Math.min(end, rest);
  else if (rest !== undefined && isHolding) {
    const probeInMs = taken > 0 ? probeWaitMs(breaker.doublings, settings) : breaker.probeInMs;
    nextInMs = Math.min(Math.max(PROBE_LOOK_MS, probeInMs), HOLD_MS_MAX + rest);
  } else if (rest !== undefined) nextInMs = leaseMs;
  let change: WebhookPlan['breaker'] = null;
  if (mayProbe && taken > 0) change = 'probed';
  else if (wasOpen && !isOpen) change = 'closed';
  return { taken, nextInMs: nextInMs === Infinity ? null : nextInMs, breaker: change };
}
