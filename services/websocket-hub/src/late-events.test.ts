import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { publishEvent } from '@svc/events';
import { Signal, useHub } from './hub.suite.js';
import type { TestAgent } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();
afterEach(() => void jest.restoreAllMocks());

/** The bench's store, of which a test holds looks up, or lets them fail, and counts what else the hub reads. */
function watchedStore() {
  const looks = new Signal<readonly string[]>();
  const reads = new Signal<string>();
  const watched = {
    looks,
    reads,
    answer: async (): Promise<void> => undefined,
    store: bench.store as HubStore,
  };
  watched.store = {
    ...bench.store,
    events: {
      ...bench.store.events,
      async noLongerOpen(eventIds) {
        const answered = watched.answer();
        const ended = await bench.store.events.noLongerOpen(eventIds);
        looks.push(eventIds);
        await answered;
        return ended;
      },
      readOpen(query) {
        reads.push(query.agentId);
        return bench.store.events.readOpen(query);
      },
    },
  };
  return watched;
}

/** A promise, and what resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/**
 * Starts a hub for which every message of the broker is late, with an agent whose socket is caught up. It gives up no look that a test holds, however slow the
 * machine is, unless the test says so.
 */
async function lateHub(limits: Parameters<typeof bench.startHub>[0] = {}) {
  const watched = watchedStore();
  const hub = await bench.startHub(
    { staleAfterMs: -1, slowAfterMs: 60_000, answerMsMax: 60_000, ...limits },
    undefined,
    {
      store: watched.store,
    },
  );
  const agent = await bench.addAgent();
  const socket = await hub.connect(agent);
  await watched.reads.atLeast(1);
  // The first page is empty, and the session has caught up once this has come.
  await bench.send(agent, 'first');
  await socket.frames.atLeast(2);
  watched.looks.items.length = 0;
  watched.reads.items.length = 0;
  return { ...watched, watched, hub, agent, socket };
}

async function sendAll(agent: TestAgent, texts: string[]) {
  const sent = [];
  for (const text of texts) sent.push(await bench.send(agent, text));
  // The broker is in this process, so the hub has its messages two turns later.
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  return sent;
}

describe('events whose messages come late', () => {
  it('while one look is under way are held for one more, pushed in order, and not read from the store', async () => {
    const { watched, looks, reads, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened;
    const [asked] = await sendAll(agent, ['a']);
    await looks.atLeast(1);
    const held = await sendAll(agent, ['b', 'c', 'd', 'e']);
    const { messageId } = held[2]!;
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    expect(socket.texts).toEqual(['first']);
    open();
    await socket.frames.atLeast(6);
    await sendAll(agent, ['f']);
    await socket.frames.atLeast(7);
    expect(socket.texts).toEqual(['first', 'a', 'b', 'c', 'e', 'f']);
    expect(looks.items.slice(0, 2)).toEqual([[asked!.eventId], held.map(({ eventId }) => eventId)]);
    expect(reads.items).toEqual([]);
  });

  it('are pushed once, though the broker brings one again while it is held', async () => {
    const { watched, looks, reads, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened;
    const sent = await sendAll(agent, ['a', 'b']);
    await looks.atLeast(1);
    for (const { eventId } of sent)
      await publishEvent(bench.broker, (await bench.store.events.route(eventId))!);
    open();
    await sendAll(agent, ['c']);
    await socket.frames.atLeast(5);
    expect(socket.texts).toEqual(['first', 'a', 'b', 'c']);
    expect(reads.items).toEqual([]);
  });

  it('are at most as many as the window of the socket takes: what exceeds it is read from the store, with all that is held', async () => {
    const { watched, looks, reads, agent, socket } = await lateHub({ windowFrames: 4 });
    const { opened, open } = gate();
    watched.answer = () => opened;
    const texts = Array.from({ length: 12 }, (_, index) => `m${index}`);
    await sendAll(agent, texts.slice(0, 4));
    await looks.atLeast(1);
    expect(reads.items).toEqual([]);
    await sendAll(agent, texts.slice(4));
    await socket.frames.atLeast(14);
    expect(socket.texts).toEqual(['first', ...texts]);
    // The answer that nobody waits for any more changes nothing.
    open();
    await sendAll(agent, ['last']);
    await socket.frames.atLeast(15);
    expect(socket.texts).toEqual(['first', ...texts, 'last']);
  });

  it('have a bound in bytes as well', async () => {
    const { watched, looks, reads, agent, socket } = await lateHub({ windowBytes: 1_000 });
    watched.answer = () => new Promise(() => undefined);
    await sendAll(agent, ['x'.repeat(900)]);
    await looks.atLeast(1);
    await sendAll(agent, ['y'.repeat(100)]);
    expect(reads.items).toEqual([]);
    await sendAll(agent, ['z']);
    await socket.frames.atLeast(5);
    expect(socket.texts).toEqual(['first', 'x'.repeat(900), 'y'.repeat(100), 'z']);
  });

  it('are read from the store if the look fails', async () => {
    const { watched, looks, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened.then(() => Promise.reject(new Error('no answer')));
    const sent = await sendAll(agent, ['a', 'b', 'erased', 'c']);
    await looks.atLeast(1);
    const { messageId } = sent[2]!;
    await bench.store.messageDeletions.deleteMessage({ messageId, userId: agent.ownerId });
    open();
    await socket.frames.atLeast(5);
    expect(socket.texts).toEqual(['first', 'a', 'b', 'c']);
  });

  it('are read anew if the process stood still before it had the answer, since they may be erased by then', async () => {
    const { watched, looks, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened;
    const [erased] = await sendAll(agent, ['erased']);
    await looks.atLeast(1);
    await sendAll(agent, ['a']);
    await bench.store.messageDeletions.deleteMessage({ messageId: erased!.messageId, userId: agent.ownerId });
    const nowMs = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(nowMs + 61_000);
    open();
    await sendAll(agent, ['b']);
    jest.restoreAllMocks();
    await socket.frames.atLeast(4);
    expect(socket.texts).toEqual(['first', 'a', 'b']);
  });

  it('hold up no other agent while the look has no answer, and are read from the store in the end', async () => {
    const { watched, looks, hub, agent, socket } = await lateHub({ prefetch: 4, slowAfterMs: 50 });
    const neighbour = await bench.addAgent();
    const other = await hub.connect(neighbour);
    await bench.send(neighbour, 'caught up');
    await other.frames.atLeast(2);
    let hasHung = false;
    watched.answer = () => {
      if (hasHung) return Promise.resolve();
      hasHung = true;
      return new Promise(() => undefined);
    };
    looks.items.length = 0;
    const texts = Array.from({ length: 6 }, (_, index) => `m${index}`);
    await sendAll(agent, texts);
    await bench.send(neighbour, 'through');
    await other.frames.atLeast(3);
    await socket.frames.atLeast(8);
    expect(other.texts).toEqual(['caught up', 'through']);
    expect(socket.texts).toEqual(['first', ...texts]);
  });

  it('go to the agent’s newer socket if it connects meanwhile', async () => {
    const { watched, looks, hub, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened;
    await sendAll(agent, ['a', 'b']);
    await looks.atLeast(1);
    const newer = await hub.connect(agent);
    open();
    await newer.frames.atLeast(3);
    await sendAll(agent, ['c']);
    await newer.frames.atLeast(4);
    expect(newer.texts).toEqual(['a', 'b', 'c']);
    expect(socket.texts).toEqual(['first']);
  });

  it('go to the fallback if the socket closes meanwhile, although the look has no answer', async () => {
    const { watched, looks, agent, socket } = await lateHub();
    watched.answer = () => new Promise(() => undefined);
    const sent = await sendAll(agent, ['a', 'b', 'c']);
    await looks.atLeast(1);
    socket.socket.terminate();
    const ids = new Set(sent.map(({ eventId }) => eventId));
    while (ids.size > 0) {
      for (const { event_id: eventId } of bench.fallback.items) ids.delete(eventId);
      if (ids.size > 0) await bench.fallback.atLeast(bench.fallback.items.length + 1);
    }
  });

  it('are those too that have become late while they were held', async () => {
    const { watched, looks, reads, agent, socket } = await lateHub({ staleAfterMs: 2_000 });
    const nowMs = Date.now();
    const now = jest.spyOn(Date, 'now');
    const { opened, open } = gate();
    watched.answer = () => opened;
    // Its id says that it is older than its message.
    now.mockReturnValue(nowMs - 5_000);
    const sending = sendAll(agent, ['late']);
    now.mockReturnValue(nowMs);
    const [late] = await sending;
    await looks.atLeast(1);
    const [held] = await sendAll(agent, ['held']);
    now.mockReturnValue(nowMs + 5_000);
    await bench.store.messageDeletions.deleteMessage({ messageId: held!.messageId, userId: agent.ownerId });
    open();
    await looks.atLeast(2);
    now.mockRestore();
    await sendAll(agent, ['fresh']);
    await socket.frames.atLeast(4);
    expect(socket.texts).toEqual(['first', 'late', 'fresh']);
    expect(looks.items).toEqual([[late!.eventId], [held!.eventId]]);
    expect(reads.items).toEqual([]);
  });

  it('are read from the store if their frame may have been written anew, as that of an answer whose note is erased', async () => {
    const { watched, looks, agent, socket } = await lateHub();
    const { opened, open } = gate();
    watched.answer = () => opened;
    await sendAll(agent, ['a']);
    await looks.atLeast(1);
    const answer = await bench.send(agent, 'without its note', { publish: false });
    const slot = await bench.store.presence.slotOf(agent.agentId);
    await publishEvent(bench.broker, {
      ...{ ...answer, agentId: agent.agentId, type: 'decision_resolved', slot },
      frame: '{"type":"user_message","text":"with its note"}',
    });
    await socket.frames.atLeast(4);
    open();
    await sendAll(agent, ['b']);
    await socket.frames.atLeast(5);
    expect(socket.texts).toEqual(['first', 'a', 'without its note', 'b']);
  });
});
