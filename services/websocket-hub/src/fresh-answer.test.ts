import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@svc/testkit';
import type { Broker } from '@svc/broker';
import { publishEvent } from '@svc/events';
import { Signal, useHub } from './hub.suite.js';
import type { TestAgent } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();
afterEach(() => void jest.restoreAllMocks());

type Reading = 'readOpen' | 'readKept' | 'readOpenAtHub' | 'route';

/** The bench's store, which keeps the answer to the next such reading while the process stands still for some seconds and a message is erased. */
function storeBefore(reading: Reading) {
  const isAsked = new Signal<Reading>();
  const held = {
    isArmed: false,
    hasBegun: new Signal<Reading>(),
    /** What the reading waits for then. */
    isReady: Promise.resolve(),
    store: bench.store as HubStore,
    eraseMeanwhile,
  };
  let goOn = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (goOn = resolve));
  const events = bench.store.events as unknown as Record<string, (...asked: unknown[]) => Promise<unknown>>;
  const keeping = async (...asked: unknown[]): Promise<unknown> => {
    const isKept = held.isArmed;
    held.isArmed = false;
    if (isKept) held.hasBegun.push(reading);
    if (isKept) await held.isReady;
    const answer = await events[reading]?.(...asked);
    if (isKept) isAsked.push(reading);
    if (isKept) await isOver;
    return answer;
  };
  held.store = { ...bench.store, events: { ...bench.store.events, [reading]: keeping } };
  return held;

  async function eraseMeanwhile(messageId: string, { ownerId: userId }: TestAgent): Promise<void> {
    await isAsked.atLeast(1);
    await bench.store.messageDeletions.deleteMessage({ messageId, userId });
    const nowMs = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(nowMs + 5_000);
    goOn();
    for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    jest.restoreAllMocks();
  }
}

describe('a message that is erased while the process stands still is not pushed because of an older answer of the store', () => {
  it.each([
    ['to an agent that connects', 'readOpen', {}],
    ['to an agent that asks for its log', 'readKept', { after: 0 }],
  ] as const)('%s', async (_, reading, auth) => {
    const held = storeBefore(reading);
    const agent = await bench.addAgent();
    const { messageId } = await bench.send(agent, 'erased', { publish: false });
    await bench.send(agent, 'kept', { publish: false });
    const hub = await bench.startHub({}, undefined, held);
    held.isArmed = true;
    const socket = await hub.connect(agent, auth);
    await held.eraseMeanwhile(messageId, agent);
    while (!socket.texts.includes('kept')) await socket.frames.atLeast(socket.frames.items.length + 1);
    expect(socket.texts).toEqual(['kept']);
  });

  it('while the broker is away', async () => {
    const held = storeBefore('readOpenAtHub');
    const broker = Object.create(bench.broker) as Broker;
    broker.isReady = () => false;
    const hub = await bench.startHub({ storeReadIntervalMs: 10 }, undefined, { ...held, broker });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await bench.send(agent, 'first', { publish: false });
    await socket.frames.atLeast(2);
    let goOn = (): void => undefined;
    held.isReady = new Promise<void>((resolve) => (goOn = resolve));
    held.isArmed = true;
    // No earlier reading is under way then.
    await held.hasBegun.atLeast(1);
    const { messageId } = await bench.send(agent, 'erased', { publish: false });
    goOn();
    await held.eraseMeanwhile(messageId, agent);
    await bench.send(agent, 'kept', { publish: false });
    while (!socket.texts.includes('kept')) await socket.frames.atLeast(socket.frames.items.length + 1);
    expect(socket.texts).toEqual(['first', 'kept']);
  });

  it('when it is sent again', async () => {
    const held = storeBefore('route');
    const hub = await bench.startHub({}, undefined, held);
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId, messageId } = await bench.send(agent, 'once');
    await socket.frames.atLeast(2);
    await eventually(
      () => bench.store.events.route(eventId),
      (found) => found?.state === 'delivered',
    );
    const again = await bench.store.events.restart(eventId, agent.ownerId);
    held.isArmed = true;
    await publishEvent(bench.broker, again!);
    await held.eraseMeanwhile(messageId, agent);
    await bench.send(agent, 'last');
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['once', 'last']);
  });
});
