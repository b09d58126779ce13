import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { agentEventMessage } from '@svc/events';
import { toHub } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { Signal, useHub } from './hub.suite.js';
import type { HubBench, TestAgent } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();

/** Resolves when the store says that the event is delivered. */
async function delivered(eventId: string): Promise<void> {
  await eventually(
    () => bench.store.prisma.event.findUnique({ where: { id: eventId } }),
    (found) => found?.state === 'delivered',
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
    await delivered(eventId);
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
    const { websocket } = bench.store.channels;
    const claims = new Signal<unknown>();
    const claim: typeof websocket.claim = async (asked) => {
      const claimed = await websocket.claim(asked);
      claims.push(claimed);
      return claimed;
    };
    const store: HubStore = { ...bench.store, channels: { websocket: { ...websocket, claim } } };
    const hub = await bench.startHub({ fenceAfterMs: 1_000, checkIntervalMs: 60_000 }, undefined, { store });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    // What the hub claims for a new socket must not have the event while it is still there.
    await claims.atLeast(1);
    const erased = await bench.send(agent, 'erased', { announce: false });
    const { messageId } = erased;
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    bench.announce(erased);
    await bench.send(agent, 'after');
    await socket.frames.atLeast(2);
    expect(socket.texts).toEqual(['after']);
  });

  it('is pushed before a later one even if its publisher died before publishing', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    await bench.send(agent, 'first', { announce: false });
    await bench.send(agent, 'second');
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['first', 'second']);
  });

  it('is pushed once, though the broker brings it again', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const sent = await bench.send(agent, 'once');
    await delivered(sent.eventId);
    bench.announce(sent);
    await sendAll(['after'], agent);
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['once', 'after']);
  });

  it('is pushed again after a redelivery, under its old number', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'again');
    await delivered(eventId);
    const restarted = await bench.store.events.restart(eventId, agent.ownerId);
    bench.announce(restarted!);
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['again', 'again']);
  });

  it('goes to the newest of its sockets, and to the next when that one closes', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const older = await hub.connect(agent);
    const newer = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'to the newer');
    await delivered(eventId);
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
    await sendAll(['a', 'b', 'c'], agent);
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
    for (const text of texts) await bench.send(agent, text, { announce: false });
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

  it('is dropped with 4009 when it answers no ping, and its events come on the next', async () => {
    const hub = await bench.startHub({ windowFrames: 4, pongTimeoutMs: 1_000 });
    const agent = await bench.addAgent();
    const frozen = await hub.connectFrozen(agent);
    const texts = Array.from({ length: 10 }, (_, index) => `m${index}`);
    await sendAll(texts, agent);
    expect((await frozen.closed).code).toBe(4009);
    await eventually(
      () => bench.store.presence.slotOf(agent.agentId),
      (found) => found === null,
    );
    const next = await hub.connect(agent);
    await next.frames.atLeast(11);
    expect(next.texts).toEqual(texts);
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
  it('has its events rung for at the dispatchers', async () => {
    await bench.startHub({}, 'fixed');
    const sent = await bench.send(await bench.addAgent(), 'gone', { announce: false });
    await bench.broker.publish(toHub('fixed'), agentEventMessage(sent));
    expect(await bench.rung.atLeast(1)).toMatchObject([{ event_id: sent.eventId }]);
  });
});

describe('an event that the broker has lost', () => {
  it('is found by the look of each second', async () => {
    const hub = await bench.startHub();
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const first = await bench.send(agent, 'rung for');
    await delivered(first.eventId);
    await bench.send(agent, 'lost', { announce: false });
    await socket.frames.atLeast(3);
    expect(socket.texts).toEqual(['rung for', 'lost']);
  });
});

describe('a message that a hub cannot read', () => {
  it('is passed over, and its event still arrives', async () => {
    const hub = await bench.startHub({}, 'poisoned');
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'one', { announce: false });
    await bench.broker.publish(toHub('poisoned'), { event_id: eventId } as AgentEventMessage);
    await bench.send(agent, 'two');
    await socket.frames.atLeast(3);
    // The event itself was not lost: the next one made the hub read it from the store.
    expect(socket.texts).toEqual(['one', 'two']);
  });
});

describe('an event whose receipt the database refuses', () => {
  it('is not in the way of the receipts of others', async () => {
    const { websocket } = bench.store.channels;
    const refused = new Signal<string>();
    const receive = (eventId: string): Promise<void> => {
      if (refused.items.length > 0) return websocket.receive(eventId);
      refused.push(eventId);
      return Promise.reject(Object.assign(new Error('refused'), { code: '22P02' }));
    };
    const store: HubStore = { ...bench.store, channels: { websocket: { ...websocket, receive } } };
    const hub = await bench.startHub({}, undefined, { store });
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'refused');
    await refused.atLeast(1);
    const other = await bench.send(agent, 'other');
    await delivered(other.eventId);
    expect(refused.items).toEqual([eventId]);
    expect(socket.texts).toEqual(['refused', 'other']);
  });
});
