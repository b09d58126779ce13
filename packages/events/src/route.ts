import { EVENT_TYPES } from '@svc/domain';
import type { EventChannel, EventState, EventType } from '@svc/domain';
import { onlineSlot } from './channels/websocket.js';
import type { ArrivedEvent } from './outgoing-event.js';

/** What is known of an agent: by what it can be reached. */
export interface Reach {
  isOnline: boolean;
  hasWebhook: boolean;
  /** Its owner wants triggers to go to the webhook as well, and not to its poll alone. */
  pushTriggersToWebhook: boolean;
}

/** The same in SQL: an expression for each. */
export type ReachSql = Record<keyof Reach, string>;

/** The expressions for the row `a` of the table `agent`. */
export const REACH_OF_AGENT: ReachSql = {
  isOnline: `${onlineSlot('a.id')} IS NOT NULL`,
  hasWebhook: 'a.webhook_url IS NOT NULL',
  pushTriggersToWebhook: 'a.push_triggers_to_webhook',
};

/** A channel that brings an event to its agent. */
interface PushChannel {
  kind: 'push';
  /** It can reach an agent of which this holds … */
  needs: keyof Reach;
  /** … with events of any type, except that for these something else has to hold as well. */
  alsoNeeds: Partial<Record<EventType, keyof Reach>>;
}

/** A channel over which an agent asks. It lists events that wait, so it needs nobody who sends. */
interface ListChannel {
  kind: 'list';
  /** It lists events of these types until their run ends, if the agent was not online. An event of another type leaves it with its receipt. */
  untilRunEnds: readonly EventType[];
}

/**
 * Every channel. An event goes to the first push channel that can take it. An event that none of them can take waits, and all that list show it. The
 * code below and the statements that ask who can be reached are made from this table, so nothing else knows it.
 */
export const CHANNELS = {
  websocket: { kind: 'push', needs: 'isOnline', alsoNeeds: {} },
  webhook: { kind: 'push', needs: 'hasWebhook', alsoNeeds: { task_trigger: 'pushTriggersToWebhook' } },
  poll: { kind: 'list', untilRunEnds: ['task_trigger'] },
  long_poll: { kind: 'list', untilRunEnds: [] },
} as const satisfies Record<EventChannel, PushChannel | ListChannel>;

type NameOf<Kind> = {
  [Name in EventChannel]: (typeof CHANNELS)[Name] extends { kind: Kind } ? Name : never;
}[EventChannel];
type PushChannelName = NameOf<'push'>;

const NAMES = Object.keys(CHANNELS) as EventChannel[];
const PUSH_CHANNELS = NAMES.filter((name): name is PushChannelName => CHANNELS[name].kind === 'push');

/** Some list shows events of these types until their run ends, if the agent was not online. */
export const LISTED_UNTIL_RUN_ENDS: readonly EventType[] = NAMES.flatMap((name) => {
  const channel: PushChannel | ListChannel = CHANNELS[name];
  return channel.kind === 'list' ? channel.untilRunEnds : [];
});

/** The push channel for an event of this type to an agent of which this is known; `null` if the event has to wait. */
function pushChannelOf(type: EventType, reach: Reach): PushChannelName | null {
  const reaching = PUSH_CHANNELS.find((name) => {
    const { needs, alsoNeeds }: PushChannel = CHANNELS[name];
    const also = alsoNeeds[type];
    return reach[needs] && (also === undefined || reach[also]);
  });
  return reaching ?? null;
}

/** The condition that the channel can bring `event e` to `agent a`, as SQL; or an event of this type to an agent of which this is known. */
export function reaches(
  channel: PushChannelName,
  { reach = REACH_OF_AGENT, type = 'e.type' }: { reach?: ReachSql; type?: string } = {},
): string {
  const { needs, alsoNeeds }: PushChannel = CHANNELS[channel];
  const also = Object.entries(alsoNeeds).map(([name, fact]) => `(${type} <> '${name}' OR ${reach[fact]})`);
  return [reach[needs], ...also].join(' AND ');
}

/** The condition that some channel can bring `event e` to `agent a`, as SQL; or what `asked` names, as in {@link reaches}. */
export function reachable(asked?: { reach: ReachSql; type: string }): string {
  return `(${PUSH_CHANNELS.map((name) => `(${reaches(name, asked)})`).join(' OR ')})`;
}

/** The condition that a type, given as an expression, is one of these, as SQL. */
export function isOneOf(type: string, types: readonly EventType[]): string {
  return `${type} IN (${types.map((name) => `'${name}'`).join(', ')})`;
}

/** All types as rows of a column `type`, as SQL under the name `of`. */
export function allTypes(of = 'types'): string {
  return `(VALUES ${EVENT_TYPES.map((name) => `('${name}')`).join(', ')}) AS ${of} (type)`;
}

/** The state of an event, and how its agent can be reached. */
export interface EventRoute extends ArrivedEvent, Omit<Reach, 'isOnline'> {
  /** The hub that the agent is connected to, or `null`. */
  slot: string | null;
  state: EventState;
  /** Webhook attempts reserved so far. */
  attempt: number;
  /** A reserved webhook attempt may still be under way. */
  inFlight: boolean;
  /** The agent has the event in hand: a poll has taken it a short time ago. */
  isLeased: boolean;
}

/**
 * Where an event that reached no hub goes next. `drop`: nowhere, because it is done, another attempt is under way, or the sweeper
 * will bring it again.
 */
export type RouteDecision = { to: 'drop' } | { to: 'hub'; slot: string } | { to: 'webhook' } | { to: 'park' };

/** How often the fallback sends one event to a hub, before it leaves it to the sweeper. */
export const HOPS_MAX = 3;

/**
 * Decides where an event goes, by how its agent can be reached now.
 *
 * @param route where the event stands; `null` if it is gone.
 * @param hops how often the fallback has sent the event to a hub before.
 */
export function routeEvent(route: EventRoute | null, hops: number): RouteDecision {
  if (route === null || route.state !== 'pending') return { to: 'drop' };
  // The attempt's end decides over the event, or the sweeper does when its lease has passed.
  if (route.inFlight) return { to: 'drop' };
  const { slot } = route;
  switch (pushChannelOf(route.type, { ...route, isOnline: slot !== null })) {
    case 'websocket':
      // An event that comes back from hubs again and again would go in a circle. It stays pending, and the sweeper publishes it again later.
      return slot !== null && hops < HOPS_MAX && !route.isLeased ? { to: 'hub', slot } : { to: 'drop' };
    case 'webhook':
      return { to: 'webhook' };
    case null:
      return { to: 'park' };
  }
}
