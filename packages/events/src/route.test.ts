import { describe, expect, it } from '@jest/globals';
import { HOPS_MAX, routeEvent } from './route.js';
import type { EventRoute } from './route.js';

const OFFLINE: EventRoute = {
  eventId: 'evt_1',
  agentId: 'agt_1',
  seq: 1,
  type: 'user_message',
  frame: '{}',
  state: 'pending',
  attempt: 0,
  inFlight: false,
  isLeased: false,
  slot: null,
  hasWebhook: true,
  pushTriggersToWebhook: false,
};
const ONLINE = { ...OFFLINE, slot: 'auto-1' };

describe('an event that reached no hub', () => {
  it.each<[string, EventRoute | null, number, object]>([
    ['is dropped if it is gone', null, 0, { to: 'drop' }],
    ['is dropped if it is delivered', { ...ONLINE, state: 'delivered' }, 0, { to: 'drop' }],
    ['is dropped if it is failed', { ...ONLINE, state: 'failed' }, 0, { to: 'drop' }],
    ['is dropped if it is waiting', { ...ONLINE, state: 'waiting' }, 0, { to: 'drop' }],
    ['is dropped while an attempt may be under way', { ...OFFLINE, inFlight: true }, 0, { to: 'drop' }],
    [
      'is dropped while an attempt is under way, also online',
      { ...ONLINE, inFlight: true },
      0,
      { to: 'drop' },
    ],
    ['goes to the hub of an agent that is online', ONLINE, 0, { to: 'hub', slot: 'auto-1' }],
    ['goes to a hub until its hops are used up', ONLINE, HOPS_MAX - 1, { to: 'hub', slot: 'auto-1' }],
    ['is left to the sweeper when its hops are used up', ONLINE, HOPS_MAX, { to: 'drop' }],
    ['goes to the webhook of an offline agent', OFFLINE, 0, { to: 'webhook' }],
    ['goes to the webhook however many hops it had', OFFLINE, 9, { to: 'webhook' }],
    ['waits if the agent has no webhook', { ...OFFLINE, hasWebhook: false }, 0, { to: 'park' }],
    ['waits if it is a trigger', { ...OFFLINE, type: 'task_trigger' }, 0, { to: 'park' }],
    [
      'goes to the webhook as a trigger if the owner asked for it',
      { ...OFFLINE, type: 'task_trigger', pushTriggersToWebhook: true },
      0,
      { to: 'webhook' },
    ],
    [
      'waits as a trigger without a webhook whatever the owner asked for',
      { ...OFFLINE, type: 'task_trigger', pushTriggersToWebhook: true, hasWebhook: false },
      0,
      { to: 'park' },
    ],
    ['goes to the hub as a trigger', { ...ONLINE, type: 'task_trigger' }, 0, { to: 'hub', slot: 'auto-1' }],
    ['goes to the webhook as a due task', { ...OFFLINE, type: 'task_due' }, 0, { to: 'webhook' }],
    ['goes to the webhook as a decision', { ...OFFLINE, type: 'decision_resolved' }, 0, { to: 'webhook' }],
  ])('%s', (_case, route, hops, decision) => expect(routeEvent(route, hops)).toEqual(decision));
});
