import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { BrokerUnavailableError } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { publishEvent } from '@svc/events';
import { createLogger } from '@svc/runtime';
import type { HubClaim } from '@svc/store';
import { Signal, useHub } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();

/** The bench's broker, as long as it is there. */
function brokerThatGoes(): { broker: Broker; isAway: boolean } {
  const switchable = { broker: Object.create(bench.broker) as Broker, isAway: false };
  switchable.broker.isReady = () => !switchable.isAway;
  switchable.broker.publish = (to, body) =>
    switchable.isAway ? Promise.reject(new BrokerUnavailableError('away')) : bench.broker.publish(to, body);
  return switchable;
}

async function delivered(eventId: string): Promise<void> {
  await eventually(
    () => bench.store.events.route(eventId),
    (found) => found?.state === 'delivered',
  );
}

describe('while the broker is away', () => {
  it('connected agents go on receiving, in order, whatever comes at once', async () => {
    const { broker } = Object.assign(brokerThatGoes(), { isAway: true });
    broker.isReady = () => false;
    const hub = await bench.startHub({ storeReadIntervalMs: 10 }, undefined, { broker });
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const [socket, otherSocket] = [await hub.connect(agent), await hub.connect(other)];
    const texts = Array.from({ length: 100 }, (_, index) => `message ${index}`);
    let last = '';
    for (const text of texts) last = (await bench.send(agent, text, { publish: false })).eventId;
    await bench.send(other, 'to the other', { publish: false });
    await socket.frames.atLeast(101);
    await otherSocket.frames.atLeast(2);
    expect(socket.texts).toEqual(texts);
    expect(otherSocket.texts).toEqual(['to the other']);
    await delivered(last);
  });

  it('an event that is sent again under its old number arrives again', async () => {
    const { broker } = brokerThatGoes();
    broker.isReady = () => false;
    const hub = await bench.startHub({ storeReadIntervalMs: 10 }, undefined, { broker });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'once more', { publish: false });
    await socket.frames.atLeast(2);
    await delivered(eventId);
    await bench.store.events.restart(eventId, agent.ownerId);
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['once more', 'once more']);
  });

  it('what the broker brings after its return is not pushed again', async () => {
    const gone = brokerThatGoes();
    gone.isAway = true;
    const hub = await bench.startHub({ storeReadIntervalMs: 10 }, undefined, { broker: gone.broker });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'first', { publish: false });
    await socket.frames.atLeast(2);
    await delivered(eventId);
    gone.isAway = false;
    const route = (await bench.store.events.route(eventId))!;
    await publishEvent(gone.broker, route);
    await bench.send(agent, 'second');
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['first', 'second']);
  });

  it('a hub that starts, or loses its slot, takes one all the same', async () => {
    const gone = brokerThatGoes();
    gone.isAway = true;
    // RabbitMQ's consumers come later, too.
    gone.broker.consume = async () => ({ isConsuming: () => false, stop: async () => undefined });
    const limits = { storeReadIntervalMs: 10, heartbeatIntervalMs: 20 };
    const hub = await bench.startHub(limits, undefined, { broker: gone.broker });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await bench.store.presence.claimSlot(await bench.store.presence.slotOf(agent.agentId));
    await socket.closed;
    const again = await hub.reconnect(agent);
    await bench.send(agent, 'at the new slot', { publish: false });
    await again.frames.atLeast(2);
  });
});

describe('a hub whose database takes no heartbeat any more', () => {
  const LIMITS = { heartbeatIntervalMs: 10, fenceAfterMs: 2_000, checkIntervalMs: 10 };

  /**
   * A store that answers nothing about the hub's slot from `hang()` to `answer()`. At other times it takes every heartbeat at once: a lease as short as this
   * one would end when the database is merely slow.
   */
  function storeThatHangs() {
    const { presence } = bench.store;
    const claims = new Signal<HubClaim>();
    let answering = Promise.resolve();
    let answer = (): void => undefined;
    const store: HubStore = {
      ...bench.store,
      presence: {
        ...presence,
        async claimSlot(slot) {
          const claim = await presence.claimSlot(slot);
          claims.push(claim);
          return claim;
        },
        async beat({ passedOver }) {
          await answering;
          return { held: true, passedOver, wasLate: false, revokedSessionIds: [] };
        },
        releaseSlot: (hub) => answering.then(() => presence.releaseSlot(hub)),
        signOffAll: (hub) => answering.then(() => presence.signOffAll(hub)),
      },
    };
    return {
      store,
      /** The slots that the hub has taken. */
      claims,
      hang: () => void (answering = new Promise((resolve) => (answer = resolve))),
      answer: () => answer(),
    };
  }

  it('closes its sockets with 1012 and refuses new ones, and takes a slot anew when the database is back', async () => {
    const database = storeThatHangs();
    const hub = await bench.startHub(LIMITS, undefined, { store: database.store });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    database.hang();
    expect((await socket.closed).code).toBe(1012);
    const refused = new Signal<number>();
    const knocking = hub.open(agent);
    knocking.socket.on('unexpected-response', (_request, response) => refused.push(response.statusCode ?? 0));
    expect(await refused.atLeast(1)).toEqual([503]);
    database.answer();
    const again = await hub.reconnect(agent);
    const [before, after, ...more] = database.claims.items;
    expect(more).toEqual([]);
    if (after?.slot === before?.slot) expect(after?.epoch).toBeGreaterThan(before!.epoch);
    await bench.send(agent, 'back');
    await again.frames.atLeast(2);
  });

  it('warns of each that it misses, and keeps its sockets as long as its slot is certain', async () => {
    const database = storeThatHangs();
    const lines = new Signal<{ level: string; msg: string }>();
    const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
    const logger = createLogger({ service: 'hub-test', level: 'warn', destination });
    const limits = { ...LIMITS, heartbeatTimeoutMs: 20, fenceAfterMs: 60_000, drainStoreMs: 50 };
    const hub = await bench.startHub(limits, undefined, { store: database.store, logger });
    const socket = await hub.connect(await bench.addAgent());
    database.hang();
    const msg = 'the database did not take a heartbeat, trying again';
    expect(await lines.atLeast(2)).toMatchObject([
      { level: 'warn', msg },
      { level: 'warn', msg },
    ]);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
    database.answer();
  });

  it('keeps its sockets where each answer comes later than it waits for, since the slot is certain', async () => {
    const sent = new Signal<() => void>();
    const { presence } = bench.store;
    const store: HubStore = {
      ...bench.store,
      presence: {
        ...presence,
        // The answer to each comes when the next one is sent.
        beat: ({ passedOver }) =>
          new Promise((resolve) => {
            const answer = { held: true, passedOver, wasLate: false, revokedSessionIds: [] };
            sent.items.at(-1)?.();
            sent.push(() => resolve(answer));
          }),
      },
    };
    const limits = { ...LIMITS, heartbeatTimeoutMs: 20, drainStoreMs: 50 };
    const hub = await bench.startHub(limits, undefined, { store });
    const socket = await hub.connect(await bench.addAgent());
    const already = sent.items.length;
    await sent.atLeast(already + 150);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);
  });

  it('drains in bounded time', async () => {
    const database = storeThatHangs();
    const limits = { ...LIMITS, fenceAfterMs: 60_000, drainStoreMs: 50 };
    const hub = await bench.startHub(limits, undefined, { store: database.store });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    database.hang();
    await hub.stop();
    expect((await socket.closed).code).toBe(1012);
  });
});

describe('a stopping hub', () => {
  it('stops consuming before its slot is free for another', async () => {
    const order: string[] = [];
    const broker = Object.create(bench.broker) as Broker;
    broker.consume = async (queue, options, handler) => {
      const consumer = await bench.broker.consume(queue, options, handler);
      return {
        isConsuming: () => consumer.isConsuming(),
        async stop() {
          await consumer.stop();
          order.push('stopped consuming');
        },
      };
    };
    const store: HubStore = {
      ...bench.store,
      presence: {
        ...bench.store.presence,
        async releaseSlot(hub) {
          order.push('gave the slot up');
          await bench.store.presence.releaseSlot(hub);
        },
      },
    };
    const hub = await bench.startHub({}, undefined, { broker, store });
    await hub.stop();
    expect(order).toEqual(['stopped consuming', 'gave the slot up']);
  });
});
