import type { Broker } from '@svc/broker';
import { validateAgentEventMessage } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import type { OutgoingEvent } from '../frames/frames.js';
import { createAnnouncer } from './announcer.js';
import { Publishing } from './hints.js';

function event(changes: Partial<OutgoingEvent> = {}): OutgoingEvent {
  return {
    ...{ eventId: 'evt_1', agentId: 'agt_1', userId: 'usr_1', seq: 3, pushNo: 5, type: 'task_due' },
    ...{ frame: '{}', slot: null, isReachable: true, createdAt: new Date('2026-11-01T08:00:00Z') },
    ...changes,
  };
}

function setUp({ isReady = true, fails = false } = {}) {
  const published: [string, AgentEventMessage][] = [];
  const told: string[][] = [];
  const warnings: object[] = [];
  const publishing = new Publishing({ warn: (fields) => warnings.push(fields) });
  const announcer = createAnnouncer({
    broker: {
      isReady: () => isReady,
      async publish(to: { exchange: string; routingKey: string }, message: AgentEventMessage) {
        if (fails) throw new Error('No connection');
        published.push([to.routingKey, message]);
      },
    } as unknown as Broker,
    hints: { eventChanged: (...ids) => told.push(ids) },
    publishing,
  });
  return { announcer, publishing, published, told, warnings };
}

describe('an event that was written', () => {
  it('is rung for at the hub of its agent, with its place in the order of pushes and its frame', async () => {
    const { announcer, publishing, published, told } = setUp();
    announcer.announce(event({ slot: 'auto-1' }));
    await publishing.drain();
    const names = { event_id: 'evt_1', agent_id: 'agt_1', seq: 3, push_no: 5, type: 'task_due' };
    const rung = { ...names, frame: '{}', created_at: '2026-11-01T08:00:00.000Z' };
    expect(published).toEqual([['auto-1', { events: [rung] }]]);
    expect(told).toEqual([]);
  });

  it('shares a message with what is announced with it for the same hub, up to 64; dispatchers are rung once', async () => {
    const { announcer, published } = setUp();
    for (let n = 1; n <= 65; n += 1) announcer.announce(event({ slot: 'auto-1', eventId: `evt_${n}` }));
    announcer.announce(event({ eventId: 'evt_due' }));
    announcer.announce(event({ eventId: 'evt_due_too' }));
    await Promise.resolve();
    const [[, { events: full }]] = published as [[string, AgentEventMessage]];
    expect(validateAgentEventMessage({ events: full })).toBe(true);
    expect(validateAgentEventMessage({ events: [...full, ...full.slice(0, 1)] })).toBe(false);
    const rings = published.map(([to, { events }]) => `${to}: ${events.length}, ${events[0]?.event_id}`);
    expect(rings).toEqual(['auto-1: 64, evt_1', 'auto-1: 1, evt_65', 'due: 1, evt_due']);
  });

  it('is rung for at the dispatchers where its agent is offline and its webhook takes it', async () => {
    const { announcer, publishing, published } = setUp();
    announcer.announce(event());
    await publishing.drain();
    expect(published).toMatchObject([['due', { events: [{ event_id: 'evt_1' }] }]]);
    expect(published[0]?.[1].events[0]).not.toHaveProperty('frame');
  });

  it('is not rung for where nothing takes it, and the consoles of its owner are told', async () => {
    const { announcer, publishing, published, told } = setUp();
    announcer.announce(event({ isReachable: false }));
    await publishing.drain();
    expect(published).toEqual([]);
    expect(told).toEqual([['evt_1', 'agt_1', 'usr_1']]);
  });

  it('is rung for without a frame that is large', async () => {
    const { announcer, publishing, published } = setUp();
    const [fits, large] = ['x'.repeat(16 * 1024), 'x'.repeat(16 * 1024 + 1)];
    announcer.announce(event({ slot: 'auto-1', frame: fits }));
    announcer.announce(event({ slot: 'auto-1', frame: large }));
    await publishing.drain();
    const frames = published.flatMap(([, { events }]) => events.map(({ frame }) => frame));
    expect(frames).toEqual([fits, undefined]);
  });
});

describe('a ring', () => {
  it('is left out while the broker is away', async () => {
    const { announcer, publishing, published, warnings } = setUp({ isReady: false });
    announcer.announce(event());
    await publishing.drain();
    expect([published, warnings]).toEqual([[], []]);
  });

  it('that fails is logged, and nobody waits for it', async () => {
    const { announcer, publishing, warnings } = setUp({ fails: true });
    announcer.announce(event());
    await publishing.drain();
    expect(warnings).toMatchObject([{ event_id: 'evt_1', agent_id: 'agt_1' }]);
  });
});
