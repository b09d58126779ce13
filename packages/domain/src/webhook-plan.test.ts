import { BREAKER_DEFAULTS, HOLD_MS_MAX as DAY_MS } from './webhook-breaker.js';
import { webhookPlan } from './webhook-plan.js';
import type { DueAgent, WebhookPlan } from './webhook-plan.js';

const SETTINGS = {
  breaker: { ...BREAKER_DEFAULTS, probeMs: 30_000 },
  perAgentMax: 4,
  leaseMs: 37_000,
};

const AGENT: DueAgent = { isOnline: false, hasWebhook: true, isFailing: false, inFlight: 0, breaker: null };

/** What is done for the agent, if its events are due in so many milliseconds. */
function plan(agent: Partial<DueAgent>, dueInMs: number[], settings: Partial<typeof SETTINGS> = {}) {
  return webhookPlan({ ...AGENT, ...agent }, dueInMs, { ...SETTINGS, ...settings });
}

const done = (taken: number, nextInMs: number | null, breaker: WebhookPlan['breaker'] = null) => ({
  ...{ taken, nextInMs, breaker },
});

const NO_HOOK = { hasWebhook: false };
const FIVE_DUE = [-5, -4, -3, -2, -1];

describe('a plan takes', () => {
  it.each<[string, Partial<DueAgent>, number[], WebhookPlan]>([
    ['nothing where nothing is open', {}, [], done(0, null)],
    ['nothing for an agent without a webhook', NO_HOOK, [-1], done(0, null)],
    ['nothing without a webhook, and looks for attempts', { ...NO_HOOK, inFlight: 1 }, [-1], done(0, 37_000)],
    ['nothing for an agent that is connected, and looks again', { isOnline: true }, [-1], done(0, 10_000)],
    ['nothing for a connected agent that has nothing open', { isOnline: true }, [], done(0, null)],
    ['as many as may be under way, and looks again when a lease ends', {}, FIVE_DUE, done(4, 37_000)],
    ['fewer if some are under way', { inFlight: 3 }, FIVE_DUE, done(1, 37_000)],
    ['none if too many are under way', { inFlight: 5 }, FIVE_DUE, done(0, 37_000)],
    ['what is due, and looks again when the next is', {}, [-1, 0, 500], done(2, 500)],
    ['what is due, and looks again when its lease ends before the next', {}, [0, 90_000], done(1, 37_000)],
    ['nothing before its time', {}, [200, 300], done(0, 200)],
  ])('%s', (_case, agent, dueInMs, expected) => {
    expect(plan(agent, dueInMs)).toEqual(expected);
  });
});

describe('of an agent in error whose breaker is open, a plan takes', () => {
  const open = (probeInMs: number, doublings = 1) => ({
    ...{ isFailing: true, breaker: { state: 'open' as const, probeInMs, doublings } },
  });

  it.each<[string, Partial<DueAgent>, number[], WebhookPlan]>([
    ['nothing before its probe', open(12_000), FIVE_DUE, done(0, 12_000)],
    ['one when its probe is due, which doubles the wait', open(0), FIVE_DUE, done(1, 60_000, 'probed')],
    ['the only one, and looks again when its lease ends', open(-5), [-1], done(1, 37_000, 'probed')],
    ['nothing while a probe is under way', { ...open(-5), inFlight: 1 }, FIVE_DUE, done(0, 1_000)],
    ['nothing before its time, although a probe is due', open(-5), [400], done(0, 400)],
    ['what has been held for a day alone', open(12_000), [-DAY_MS - 1, -DAY_MS, -1], done(2, 37_000)],
    ['nothing that is held for a day before the probe', open(12_000), [5_000 - DAY_MS], done(0, 5_000)],
  ])('%s', (_case, agent, dueInMs, expected) => {
    expect(plan(agent, dueInMs)).toEqual(expected);
  });

  it('everything if no breaker is wanted', () => {
    const breaker = { ...SETTINGS.breaker, attempts: 0 };
    expect(plan(open(12_000), [-2, -1], { breaker })).toEqual(done(2, 37_000, 'closed'));
  });
});

describe('of an agent whose webhook takes deliveries again, a plan closes the breaker and takes', () => {
  const breaker = (state: 'open' | 'closed') => ({ breaker: { state, probeInMs: 60_000, doublings: 3 } });

  it.each<[string, Partial<DueAgent>, number[], WebhookPlan]>([
    ['as many as may be under way', breaker('open'), FIVE_DUE, done(4, 37_000, 'closed')],
    ['fewer if some are under way', { ...breaker('open'), inFlight: 3 }, FIVE_DUE, done(1, 37_000, 'closed')],
    ['none if too many are', { ...breaker('open'), inFlight: 4 }, FIVE_DUE, done(0, 37_000, 'closed')],
    ['nothing where nothing was held', breaker('open'), [], done(0, null, 'closed')],
    ['as many again, though it fails', { ...breaker('closed'), isFailing: true }, FIVE_DUE, done(4, 37_000)],
  ])('%s', (_case, agent, dueInMs, expected) => {
    expect(plan(agent, dueInMs)).toEqual(expected);
  });
});
