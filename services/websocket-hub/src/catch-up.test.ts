import { describe, expect, it } from '@jest/globals';
import { publishEvent } from '@svc/events';
import type { ClientHint } from '@svc/proto-events';
import { Signal, useHub } from './hub.suite.js';
import type { TestAgent } from './hub.suite.js';
import type { HubStore } from './ports.js';

const bench = useHub();

describe('an agent that connects anew while its former socket is silent', () => {
  it('is sent at once, and in order, what the former did not confirm', async () => {
    const hub = await bench.startHub({ windowFrames: 4, drainReceiptsMs: 50 });
    const agent = await bench.addAgent();
    const silent = await hub.connectFrozen(agent);
    const texts = Array.from({ length: 10 }, (_, index) => `m${index}`);
    for (const text of texts) await bench.send(agent, text);
    await silent.frames.atLeast(5);
    const socket = await hub.connect(agent);
    await bench.send(agent, 'later');
    await socket.frames.atLeast(12);
    expect(socket.texts).toEqual([...texts, 'later']);
  });

  it('has its events to itself, also those that the former was behind with', async () => {
    const hub = await bench.startHub({ windowFrames: 2, drainReceiptsMs: 50 });
    const agent = await bench.addAgent();
    const former = await hub.connectFrozen(agent);
    for (const text of ['a', 'b', 'c', 'd']) await bench.send(agent, text);
    await former.frames.atLeast(3);
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(5);
    former.answerPings();
    await bench.send(agent, 'e');
    await socket.frames.atLeast(6);
    expect(former.texts).toEqual(['a', 'b']);
    expect(socket.texts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('an event that was parked while its agent was connected', () => {
  it('because the hub’s heartbeat was late, is pushed when the heartbeat is back', async () => {
    const hub = await bench.startHub({ heartbeatIntervalMs: 20 }, 'late');
    const agent = await bench.addAgent();
    const socket = await hub.connect(agent);
    const { eventId } = await bench.send(agent, 'parked', { publish: false });
    await bench.store.prisma.openEvent.update({ where: { eventId }, data: { state: 'waiting' } });
    // A heartbeat under way may write over it.
    while (socket.frames.items.length < 2) {
      const data = { heartbeatAt: new Date(Date.now() - 60_000) };
      await bench.store.prisma.hub.update({ where: { slot: 'late' }, data });
    }
    expect(socket.texts).toEqual(['parked']);
  });

  it('is pushed whatever its type, while what was parked before it connected is left to its poll', async () => {
    const beats = stoppableBeats();
    const hub = await bench.startHub({ heartbeatIntervalMs: 20 }, 'late-due', { store: beats.store });
    const agent = await bench.addAgent();
    const before = await fireTask(agent);
    expect(await bench.store.events.park(before.eventId)).toBe(true);
    const socket = await hub.connect(agent);
    await bench.send(agent, 'connected');
    await socket.frames.atLeast(2);
    const after = [await fireTask(agent), await fireTask(agent, 'event')];
    await beats.stopped(async () => {
      for (const event of after) await parkUnder('late-due', event);
    });
    await socket.frames.atLeast(4);
    expect(socket.frames.items.map(({ type }) => type)).toEqual([
      ...['auth_ok', 'user_message', 'task_due', 'task_trigger'],
    ]);
    expect((await bench.store.events.route(before.eventId))?.state).toBe('waiting');
  });
});

describe('an event that is sent again while its agent connects', () => {
  it('is pushed, though the reading under way began before it was sent again', async () => {
    const agent = await bench.addAgent();
    const first = await fireTask(agent);
    await bench.send(agent, 'later', { publish: false });
    expect(await bench.store.events.park(first.eventId)).toBe(true);
    const { readOpen } = bench.store.events;
    let goOn = () => {};
    const heldReading = new Promise<void>((resolve) => (goOn = resolve));
    const hasRead = new Signal<string>();
    const store: HubStore = {
      ...bench.store,
      events: {
        ...bench.store.events,
        async readOpen(query) {
          const page = await readOpen(query);
          hasRead.push(query.agentId);
          await heldReading;
          return page;
        },
      },
    };
    const hub = await bench.startHub({}, undefined, { store });
    const socket = await hub.connect(agent);
    await hasRead.atLeast(1);
    const again = await bench.store.events.restart(first.eventId, agent.ownerId);
    await publishEvent(bench.broker, again!);
    // The broker is in this process, so the hub has its message by then.
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    await socket.frames.atLeast(3);
    expect(socket.frames.items.map(({ type }) => type)).toEqual(['auth_ok', 'user_message', 'task_due']);
  });

  it('and another, whose receipt is recorded while it is read once more, is not pushed twice', async () => {
    const agent = await bench.addAgent();
    const first = await fireTask(agent);
    await bench.send(agent, 'once', { publish: false });
    expect(await bench.store.events.park(first.eventId)).toBe(true);
    const { readOpen, markDelivered } = bench.store.events;
    const [pages, hasAgain, isRecorded] = [new Signal<string>(), new Signal<string>(), new Signal<string>()];
    const store: HubStore = {
      ...bench.store,
      events: {
        ...bench.store.events,
        // The first page is held until the event was sent again, the second until the receipt of what the first brought is recorded.
        async readOpen(query) {
          const page = await readOpen(query);
          pages.push(query.agentId);
          await (pages.items.length === 1 ? hasAgain : isRecorded).atLeast(1);
          return page;
        },
        async markDelivered(...receipt) {
          await pages.atLeast(2);
          const result = await markDelivered(...receipt);
          setImmediate(() => isRecorded.push('recorded'));
          return result;
        },
      },
    };
    const hub = await bench.startHub({}, undefined, { store });
    const socket = await hub.connect(agent);
    await pages.atLeast(1);
    await publishEvent(bench.broker, (await bench.store.events.restart(first.eventId, agent.ownerId))!);
    // The broker is in this process, so the hub has its message by then.
    await new Promise((resolve) => setImmediate(resolve));
    hasAgain.push('again');
    await socket.frames.atLeast(3);
    await bench.send(agent, 'last');
    while (socket.texts.at(-1) !== 'last') await socket.frames.atLeast(socket.frames.items.length + 1);
    expect(socket.frames.items.map(({ type, text }) => text ?? type)).toEqual([
      ...['auth_ok', 'once', 'task_due', 'last'],
    ]);
  });
});

/** Commits the run and the event of a task that its owner starts, and publishes nothing. */
async function fireTask(agent: TestAgent, schedule = '0 9 * * *'): Promise<{ eventId: string }> {
  const { agentId, ownerId } = agent;
  const { taskId } = await bench.store.tasks.create(
    { agentId, name: 'Mail', prompt: 'Read it', schedule, timezone: 'UTC', runAt: null, enabled: true },
    { agentId },
    new Date(),
  );
  const fired = await bench.store.runNow.fire({ taskId, userId: ownerId });
  if (fired === null) throw new Error('The task was not fired');
  return fired.event;
}

/** The bench's store, whose heartbeats stand still while `stopped` does something. */
function stoppableBeats(): { store: HubStore; stopped(act: () => Promise<void>): Promise<void> } {
  let acting: Promise<void> = Promise.resolve();
  const { presence } = bench.store;
  const beat: HubStore['presence']['beat'] = (hub) => acting.then(() => presence.beat(hub));
  return {
    store: { ...bench.store, presence: { ...presence, beat } },
    stopped: (act) => (acting = act()),
  };
}

/** Parks an event while the hub counts as gone. A heartbeat that was already under way may bring it back once. */
async function parkUnder(slot: string, { eventId }: { eventId: string }): Promise<void> {
  do {
    await bench.store.prisma.hub.update({
      where: { slot },
      data: { heartbeatAt: new Date(Date.now() - 60_000) },
    });
  } while (!(await bench.store.events.park(eventId)));
}

describe('an agent whose hub’s heartbeat was late', () => {
  it('is known to its owner’s consoles to be online again', async () => {
    const hub = await bench.startHub({ heartbeatIntervalMs: 20 }, 'late-told');
    const agent = await bench.addAgent();
    const told = new Signal<ClientHint>();
    await bench.broker.consumeClientHints((hint) => told.push(hint));
    await hub.connect(agent);
    const isTold = () =>
      told.items.filter((hint) => hint.type === 'agent' && hint.agent_id === agent.agentId).length;
    while (isTold() < 1) await told.atLeast(told.items.length + 1);
    while (isTold() < 2) {
      const data = { heartbeatAt: new Date(Date.now() - 60_000) };
      await bench.store.prisma.hub.update({ where: { slot: 'late-told' }, data });
    }
  });
});

describe('large events that wait for their agent', () => {
  it('are read a few at a time, and all arrive in order', async () => {
    const agent = await bench.addAgent();
    const texts = Array.from({ length: 12 }, (_, index) => `${index}`.padEnd(128 * 1024, 'x'));
    for (const text of texts) await bench.send(agent, text, { publish: false });
    let largestPage = 0;
    const store: HubStore = {
      ...bench.store,
      events: {
        ...bench.store.events,
        async readOpen(query) {
          const page = await bench.store.events.readOpen(query);
          largestPage = Math.max(
            largestPage,
            page.events.reduce((sum, event) => sum + event.frame.length, 0),
          );
          return page;
        },
      },
    };
    const hub = await bench.startHub({}, undefined, { store });
    const socket = await hub.connect(agent);
    await socket.frames.atLeast(13);
    expect(socket.texts).toEqual(texts);
    expect(largestPage).toBeLessThanOrEqual(512 * 1024);
  });
});
