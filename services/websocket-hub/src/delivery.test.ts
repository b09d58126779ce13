import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { publishEvent } from '@svc/events';
import { toHub } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { Signal, useHub } from './hub.suite.js';
import type { HubBench, TestAgent } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();

/** Resolves when the store says that the event is in the state. */
async function inState(eventId: string, state: string): Promise<void> {
  await eventually(
    () => bench.store.events.route(eventId),
    (found) => found?.state === state,
  );
}

async function sendAll(texts: string[], agent: TestAgent, to: HubBench = bench) {
  const sent = [];
  for (const text of texts) sent.push(await to.send(agent, text));
  return sent;
}

describe('an event for a connected agent', () => {
  it('is pushed as it is, and marked delivered once a pong has proven its receipt', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'hello');
    const [, frame] = await socket.frames.atLeast(2);
    expect(frame).toEqual({ type: 'user_message', text: 'hello', message_id: expect.any(String) });
    await inState(eventId, 'delivered');
  });

  it('comes in order, also when many come at once', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const texts = Array.from({ length: 600 }, (_, index) => `m${index}`);
    await sendAll(texts, agent);
    await socket.frames.atLeast(601);
    expect(socket.texts).toEqual(texts);
  });

  it('is not pushed if it was erased while the hub stood still, and what follows is', async () => {
    const reads = new Signal<unknown>();
    const readOpen: HubStore['events']['readOpen'] = async (query) => {
      const page = await bench.store.events.readOpen(query);
      reads.push(page);
      return page;
    };
    const store: HubStore = { ...bench.store, events: { ...bench.store.events, readOpen } };
    const hub = await bench.startHub({ fenceAfterMs: 1_000, checkIntervalMs: 60_000 }, undefined, { store });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    // What the hub reads for a new socket must not have the event while it is still there.
    await reads.atLeast(1);
    const erased = await bench.send(agent, 'erased', { publish: false });
    const { messageId } = erased;
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    const slot = await bench.store.presence.slotOf(agent.agentId);
    const event = { ...erased, agentId: agent.agentId, type: 'user_message' as const, slot };
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await publishEvent(bench.broker, { ...event, frame: '{"type":"user_message","text":"erased"}' });
    await bench.send(agent, 'after');
    await socket.frames.atLeast(2);
    expect(socket.texts).toEqual(['after']);
  });

  it('is pushed before a later one even if its publisher died before publishing', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await bench.send(agent, 'first', { publish: false });
    await bench.send(agent, 'second');
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['first', 'second']);
  });

  it('is pushed once, though the broker brings it again', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId, seq } = await bench.send(agent, 'once');
    await inState(eventId, 'delivered');
    const slot = await bench.store.presence.slotOf(agent.agentId);
    await publishEvent(bench.broker, {
      ...{ eventId, agentId: agent.agentId, seq, type: 'user_message', frame: '{}' },
      slot,
    });
    await sendAll(['after'], agent);
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['once', 'after']);
  });

  it('is pushed again after a redelivery, under its old number', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'again');
    await inState(eventId, 'delivered');
    const restarted = await bench.store.events.restart(eventId, agent.ownerId);
    await publishEvent(bench.broker, restarted!);
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['again', 'again']);
  });

  it('goes to the newest of its sockets, and to the next when that one closes', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const older = await hub.connect(agent);
    const newer = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'to the newer');
    await inState(eventId, 'delivered');
    newer.socket.close();
    await newer.closed;
    await bench.send(agent, 'to the older');
    await older.frames.atLeast(2);
    expect(older.texts).toEqual(['to the older']);
  });
});

describe('on connect', () => {
  it('waiting user messages are pushed, oldest first, and none twice', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const sent = await sendAll(['a', 'b', 'c'], agent);
    await bench.fallback.atLeast(3);
    for (const { eventId } of sent) await bench.store.events.park(eventId);
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(4);
    await bench.send(agent, 'd');
    await socket.frames.atLeast(5);
    expect(socket.texts).toEqual(['a', 'b', 'c', 'd']);
  });

  it('more than a window of them come, page by page', async () => {
    const hub = await bench.startHub({ windowFrames: 8 });
    const agent = await bench.addAgent();
    const texts = Array.from({ length: 50 }, (_, index) => `w${index}`);
    for (const text of texts) await bench.send(agent, text, { publish: false });
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(51);
    expect(socket.texts).toEqual(texts);
  });
});

describe('a slow socket', () => {
  it('is sent no more than its window, and harms no other', async () => {
    const hub = await bench.startHub({ windowFrames: 4 });
    const slow = await bench.addAgent();
    const healthy = await bench.addAgent();
    const frozen = await hub.connectFrozen(slow);
    const socket = await hub.connect(healthy);
    const texts = Array.from({ length: 40 }, (_, index) => `m${index}`);
    await sendAll(texts, slow);
    await sendAll(texts, healthy);
    await socket.frames.atLeast(41);
    expect(socket.texts).toEqual(texts);
    await frozen.frames.atLeast(5);
    expect(frozen.texts).toEqual(texts.slice(0, 4));
    frozen.socket.terminate();
  });

  it('is dropped with 4009 when it answers no ping, and all its events go to the fallback', async () => {
    const hub = await bench.startHub({ windowFrames: 4, pongTimeoutMs: 1_000 });
    const agent = await bench.addAgent();
    const frozen = await hub.connectFrozen(agent);
    const sent = await sendAll(
      Array.from({ length: 10 }, (_, index) => `m${index}`),
      agent,
    );
    expect((await frozen.closed).code).toBe(4009);
    // One that was still on its way to the hub comes there both from the session and from the broker.
    const { items: handed } = bench.fallback;
    const isMissing = ({ eventId }: { eventId: string }) =>
      !handed.some((event) => event.event_id === eventId);
    while (sent.some(isMissing)) await bench.fallback.atLeast(handed.length + 1);
    await eventually(
      () => bench.store.presence.slotOf(agent.agentId),
      (found) => found === null,
    );
  });

  it('passes what it did not confirm to the agent’s other socket', async () => {
    const hub = await bench.startHub({ pongTimeoutMs: 1_000 });
    const agent = await bench.addAgent();
    const older = await hub.connect(agent);
    await hub.connectFrozen(agent);
    await sendAll(['x', 'y'], agent);
    await older.frames.atLeast(3);
    expect(older.texts).toEqual(['x', 'y']);
  });
});

describe('an agent that is not connected here', () => {
  it('has its events handed to the fallback', async () => {
    await bench.startHub({}, 'fixed');
    const agent = await bench.addAgent();
    const { eventId, seq } = await bench.send(agent, 'gone', { publish: false });
    await publishEvent(bench.broker, {
      ...{ eventId, agentId: agent.agentId, seq, type: 'user_message', frame: '{}' },
      slot: 'fixed',
    });
    const [handed] = await bench.fallback.atLeast(1);
    expect(handed?.event_id).toBe(eventId);
  });
});

describe('a message that a hub cannot read', () => {
  it('is passed over, and its event still arrives', async () => {
    const hub = await bench.startHub({}, 'poisoned');
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'one', { publish: false });
    await bench.broker.publish(toHub('poisoned'), { event_id: eventId } as AgentEventMessage);
    await bench.send(agent, 'two');
    await socket.frames.atLeast(3);
    // The event itself was not lost: the next one made the hub read it from the store.
    expect(socket.texts).toEqual(['one', 'two']);
  });
});

describe('an event whose receipt the database refuses', () => {
  it('is put off, while others are received', async () => {
    let refusedId = '';
    const putOff = new Signal<string>();
    const refusing = {
      ...bench.store,
      events: {
        ...bench.store.events,
        markDelivered: (eventId: string, channel: 'websocket') =>
          eventId === refusedId
            ? Promise.reject(Object.assign(new Error('refused'), { code: '22P02' }))
            : bench.store.events.markDelivered(eventId, channel),
        setAside: (eventId: string) => {
          putOff.push(eventId);
          return bench.store.events.setAside(eventId);
        },
      },
    };
    const hub = await bench.startHub({}, 'refusing', { store: refusing as HubStore });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId, seq } = await bench.send(agent, 'refused', { publish: false });
    refusedId = eventId;
    const frame = JSON.stringify({ type: 'user_message', text: 'refused' });
    await publishEvent(bench.broker, {
      ...{ eventId, agentId: agent.agentId, seq, type: 'user_message', frame },
      slot: 'refusing',
    });
    await socket.frames.atLeast(2);
    const other = await bench.send(agent, 'other');
    await inState(other.eventId, 'delivered');
    expect(await putOff.atLeast(1)).toEqual([eventId]);
    expect(socket.texts).toEqual(['refused', 'other']);
  });
});
