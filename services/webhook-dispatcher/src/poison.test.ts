/** @only-in-all Plays many things at once, to find races. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { BrokerUnavailableError, MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { ServiceError } from '@svc/domain';
import { publishEvent } from '@svc/events';
import { toFallback, toWebhookDue, DEAD_LETTERS_QUEUE } from '@svc/proto-events';
import type { ClientHint } from '@svc/proto-events';
import { eventually, Signal } from '@svc/testkit';
import { useDispatcher } from './dispatcher-bench.suite.js';
import type { TestAgent } from './dispatcher-bench.suite.js';
import type { DispatcherStore } from './ports.js';

/** Texts as the contract allows them, and which no database takes. */
const REFUSED_IDS = ['evt_\u0000a', 'evt_\u0000b', 'evt_\u0000c'];
/** More often than RabbitMQ hands a message out (20), or than the time of an event that nobody sets aside anew lasts (22 rounds, below). */
const OFTEN = 40;

const bench = useDispatcher(() => new MemoryBroker({ retryPauseMs: { min: 5, max: 20 } }));

/** Sends messages, one after another, until so many letters are dead. Each of them has to be delivered. */
async function sendUntilDead(agent: TestAgent, count: number): Promise<void> {
  let sent = 0;
  while ((await bench.broker.deadLetterCount()) !== count) {
    sent += 1;
    if (sent > 100) throw new Error('Nothing goes to the dead letters');
    const { eventId } = await bench.send(agent, `good ${sent}`);
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
  }
}

async function takeDeadLetters(): Promise<unknown[]> {
  const count = (await bench.broker.deadLetterCount()) ?? 0;
  const letters = new Signal<unknown>();
  const consumer = await bench.broker.consume(DEAD_LETTERS_QUEUE, { prefetch: 100 }, async ({ body }) => {
    letters.push(body);
    return 'ack';
  });
  const taken = await letters.atLeast(count);
  await consumer.stop();
  return [...taken];
}

afterEach(async () => void (await takeDeadLetters()));

/** A store in which one event's route is answered by `answer`. */
function routing(eventId: () => string, answer: () => Promise<never> | null) {
  return (store: DispatcherStore): DispatcherStore => ({
    ...store,
    events: {
      ...store.events,
      route: (asked) => (asked === eventId() ? answer() : null) ?? store.events.route(asked),
    },
  });
}

describe('messages that the database refuses', () => {
  it('hold up no event behind them in the fallback, and end among the dead letters', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    const poison = { agent_id: agent.agentId, seq: 1, frame: '{}', hops: 0 };
    for (const event_id of REFUSED_IDS) {
      await bench.broker.publish(toFallback(), { ...poison, event_id, type: 'user_message' });
    }
    await bench.start();
    await sendUntilDead(agent, 3);
    expect(await takeDeadLetters()).toHaveLength(3);
  });

  it('hold up no attempt behind them, and end among the dead letters', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    for (const event_id of REFUSED_IDS) {
      // Each has a lane of its own: while an attempt of its agent takes long, a message is not held but acknowledged.
      const { agentId } = await bench.addAgent(receiver.url);
      await bench.broker.publish(toWebhookDue(), { event_id, agent_id: agentId, attempt: 0 });
    }
    await sendUntilDead(agent, 3);
    expect(await takeDeadLetters()).toHaveLength(3);
  });
});

describe('an event that cannot be handled', () => {
  it('stays pending and is kept from the sweeper for twice as long each time, until it is failed', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    const other = await bench.addAgent(receiver.url);
    let poisonId = '';
    const hints = new Signal<ClientHint>();
    await bench.broker.consumeClientHints((hint) => hints.push(hint));
    const broken = () => Promise.reject(new TypeError('a fault of ours'));
    await bench.start({ around: routing(() => poisonId, broken) });
    const { eventId, frame } = await bench.send(agent, 'poison', { publish: false });
    poisonId = eventId;
    const backOff = async (aside: string | null) => {
      await bench.sql(
        `UPDATE open_event SET aside_since = now() - $2::interval, attempt_after = now() - make_interval(secs => 1) WHERE event_id = $1`,
        [eventId, aside],
      );
      const { agentId } = agent;
      await publishEvent(bench.broker, { eventId, agentId, seq: 1, type: 'user_message', frame, slot: null });
      await sendUntilDead(other, 1);
      await takeDeadLetters();
      const [row] = await bench.sql(
        `SELECT state, round(extract(epoch FROM attempt_after - now()) / 60)::int AS minutes FROM event_state WHERE id = $1`,
        [eventId],
      );
      return row;
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

describe('an event that fails where nothing else succeeds', () => {
  it('goes round as one message, however long: each round puts the sweeper off', async () => {
    const agent = await bench.addAgent(null);
    const copies: string[] = [];
    const rounds = new Signal<string>();
    let failingId = '';
    /** A round takes five seconds. So much nearer comes the time of the event, and the sweeper looks. */
    const fail = async (): Promise<never> => {
      if (rounds.items.length > OFTEN) throw new ServiceError('unavailable');
      if (rounds.items.length > 10) {
        const text = `UPDATE open_event SET attempt_after = attempt_after - interval '5 seconds' WHERE event_id = $1`;
        await bench.sql(text, [failingId]);
        for (const event of await bench.store.events.claimOverdue(10)) {
          copies.push(event.eventId);
          await publishEvent(bench.broker, event);
        }
      }
      rounds.push(failingId);
      throw new TypeError('a fault of ours');
    };
    const { eventId, frame } = await bench.send(agent, 'failing', { publish: false });
    failingId = eventId;
    await bench.start({ around: routing(() => failingId, fail) });
    const { agentId } = agent;
    await publishEvent(bench.broker, { eventId, agentId, seq: 1, type: 'user_message', frame, slot: null });
    for (let round = 1; round <= OFTEN; round += 1) await rounds.atLeast(round);
    expect(copies).toEqual([]);
  });
});

describe('an event whose way is blocked', () => {
  it('waits however often, while others are delivered, and nothing becomes poison', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    let [blockedId, tries] = ['', 0];
    const blocked = () => {
      tries += 1;
      return tries > OFTEN ? null : Promise.reject(new ServiceError('unavailable'));
    };
    await bench.start({ around: routing(() => blockedId, blocked) });
    const { eventId, frame } = await bench.send(agent, 'blocked', { publish: false });
    blockedId = eventId;
    const { agentId } = agent;
    await publishEvent(bench.broker, { eventId, agentId, seq: 1, type: 'user_message', frame, slot: null });
    for (let sent = 0; sent < OFTEN; sent += 1) {
      const good = await bench.send(agent, `good ${sent}`);
      await bench.attemptsOf(good.eventId, 1);
    }
    expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
    expect(tries).toBeGreaterThan(OFTEN);
    expect(await bench.broker.deadLetterCount()).toBe(0);
  });

  it('waits for a broker that takes nothing', async () => {
    const receiver = await bench.receiver();
    const agent = await bench.addAgent(receiver.url);
    await bench.start();
    const { broker } = bench;
    const { publish } = broker;
    let refused = 0;
    broker.publish = (to, body) => {
      if (to.routingKey !== 'due' || refused > OFTEN)
        return publish.call<Broker, [typeof to, typeof body], Promise<void>>(broker, to, body);
      refused += 1;
      return Promise.reject(new BrokerUnavailableError('RabbitMQ is away'));
    };
    try {
      const { eventId } = await bench.send(agent);
      expect(await bench.attemptsOf(eventId, 1)).toMatchObject([{ outcome: 'delivered' }]);
    } finally {
      broker.publish = publish;
    }
    expect(await broker.deadLetterCount()).toBe(0);
  });
});
