import { describe, expect, it } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import { publishEvent } from '@svc/events';
import { toFallback, toWebhookDue } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import { eventually, Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { DispatcherStore } from './ports.js';

/** Texts as the contract allows them, and which no database takes. */
const REFUSED_IDS = ['evt_\u0000a', 'evt_\u0000b', 'evt_\u0000c'];

const bench = useDispatcher(() => new MemoryBroker({ retryPauseMs: { min: 5, max: 20 } }));

/** A store in which reading one event's route fails, by a fault of ours. */
function failing(eventId: () => string) {
  return (store: DispatcherStore): DispatcherStore => ({
    ...store,
    events: {
      ...store.events,
      route: (asked) =>
        asked === eventId() ? Promise.reject(new TypeError('a fault of ours')) : store.events.route(asked),
    },
  });
}

describe('messages that the database refuses', () => {
  it('hold up no event behind them in the fallback, and no attempt', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    for (const event_id of REFUSED_IDS) {
      const { agentId: agent_id } = await bench.addAgent(receiver.url);
      const event = { event_id, agent_id, seq: 1, type: 'user_message' as const, frame: '{}', hops: 0 };
      await bench.broker.publish(toFallback(), event);
      await bench.broker.publish(toWebhookDue(), { event_id, agent_id, attempt: 0 });
    }
    const { eventId } = await bench.send(agent, 'good');
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
  });
});

describe('an event that cannot be handled', () => {
  it('stays pending and is kept from the sweeper for twice as long each time, until it is failed', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    let poisonId = '';
    const hints = new Signal<ClientHint>();
    await bench.broker.consumeClientHints((hint) => hints.push(hint));
    await bench.start({ around: failing(() => poisonId) });
    const { eventId, frame } = await bench.send(agent, 'poison', { publish: false });
    poisonId = eventId;
    const backOff = async (aside: string | null) => {
      await bench.sql(
        `UPDATE open_event SET aside_since = now() - $2::interval, attempt_after = now() - make_interval(secs => 1) WHERE event_id = $1`,
        [eventId, aside],
      );
      const { agentId } = agent;
      await publishEvent(bench.broker, { eventId, agentId, seq: 1, type: 'user_message', frame, slot: null });
      const read = async () => {
        const minutes = 'round(extract(epoch FROM attempt_after - now()) / 60)::int AS minutes';
        const [row] = await bench.sql(`SELECT state, ${minutes} FROM event_state WHERE id = $1`, [eventId]);
        return row;
      };
      return eventually(read, (row) => row?.['minutes'] !== 0, { what: 'the event to be put off' });
    };
    // However old it is, as after a long time without its agent.
    await bench.sql(`UPDATE event SET created_at = now() - interval '8 days' WHERE id = $1`, [eventId]);
    expect(await backOff(null)).toEqual({ state: 'pending', minutes: 1 });
    expect(await backOff('30 minutes')).toEqual({ state: 'pending', minutes: 30 });
    expect(await backOff('3 days')).toEqual({ state: 'pending', minutes: 24 * 60 });
    expect(await backOff('8 days')).toEqual({ state: 'failed', minutes: null });
    expect(await bench.event(agent, eventId)).toMatchObject({ state: 'failed', dropReason: 'not_handled' });
    const told = (hints: readonly ClientHint[]) =>
      hints.some((hint) => hint.type === 'event' && hint.agent_id === agent.agentId);
    expect(told(await hints.until(told))).toBe(true);
  });
});

describe('an event that cannot be handled and has waited without its message', () => {
  it('is kept from the sweeper as well', async () => {
    const held: (() => void)[] = [];
    const receiver = await bench.receiver((_request, response) => void held.push(() => response.end()));
    const agent = await bench.addAgent(receiver.url);
    let brokenId = '';
    const broken = (store: DispatcherStore): DispatcherStore => ({
      ...store,
      attempts: {
        ...store.attempts,
        reserve: (request) =>
          request.eventId === brokenId
            ? Promise.reject(new TypeError('a fault of ours'))
            : store.attempts.reserve(request),
      },
    });
    await bench.start({ around: broken, config: { concurrencyPerAgent: 1 } });
    await bench.send(agent, 'first');
    await receiver.requests.atLeast(1);
    brokenId = (await bench.send(agent, 'broken', { publish: false })).eventId;
    const message = { event_id: brokenId, agent_id: agent.agentId, attempt: 0 };
    await bench.broker.publish(toWebhookDue(), message);
    for (const answer of held) answer();
    const secondsLeft = async () => {
      const text = `SELECT extract(epoch FROM attempt_after - now())::int AS seconds FROM open_event WHERE event_id = $1`;
      return Number((await bench.sql(text, [brokenId]))[0]?.['seconds']);
    };
    await eventually(secondsLeft, (seconds) => seconds > 30, { what: 'the event to be set aside' });
  });
});
