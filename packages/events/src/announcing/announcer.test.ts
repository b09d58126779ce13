import { describe, expect, it } from '@jest/globals';
import type { Broker } from '@svc/broker';
import type { OutgoingEvent } from '../outgoing-event.js';
import { createAnnouncer } from './announcer.js';
import { Publishing } from './publishing.js';

let events = 0;
function event(changes: Partial<OutgoingEvent> = {}): OutgoingEvent {
  events += 1;
  return {
    ...{ eventId: `evt_${events}`, agentId: 'agt_1', seq: events, type: 'task_due', frame: '{}' },
    ...{ slot: null, isReachable: true },
    ...changes,
  };
}

/** @param parkUnheld what becomes of events that nothing reaches. Default: they are parked. */
function setUp({
  parkUnheld = async () => 'usr_1',
  isBrokerAway = false,
}: { parkUnheld?: (eventId: string) => Promise<string | null>; isBrokerAway?: boolean } = {}) {
  const published: unknown[] = [];
  const asked: string[] = [];
  const told: unknown[] = [];
  const hurried: string[] = [];
  const warnings: string[] = [];
  const publishing = new Publishing({ warn: (_fields, text) => warnings.push(text) });
  const announcer = createAnnouncer({
    broker: {
      isReady: () => !isBrokerAway,
      async publish(to: { routingKey: string }, message: { event_id: string }) {
        if (isBrokerAway) throw new Error('No connection');
        published.push([message.event_id, to.routingKey]);
      },
    } as unknown as Broker,
    events: {
      hurry: async (eventId) => void hurried.push(eventId),
      parkUnheld(eventId) {
        asked.push(eventId);
        return parkUnheld(eventId);
      },
    },
    hints: {
      eventChanged: (...ids) => told.push(['event', ...ids]),
      runChanged: (change) => told.push(['run', change]),
    },
    publishing,
  });
  return { announcer, publishing, published, asked, told, hurried, warnings };
}

describe('an event that some channel reaches', () => {
  it('is published in order, to its hub or to none, and nobody asks for its parking', async () => {
    const { announcer, published, asked } = setUp();
    const [toHub, toWebhook] = [event({ slot: 'auto-1' }), event()];
    expect(await announcer.announceAll([toHub, toWebhook])).toEqual({ published: 2, parked: 0, errors: [] });
    expect(published).toEqual([
      [toHub.eventId, 'auto-1'],
      [toWebhook.eventId, 'none'],
    ]);
    expect(asked).toEqual([]);
  });

  it('waits for no parking of another', async () => {
    const { announcer, published } = setUp({ parkUnheld: () => new Promise(() => {}) });
    const reachable = event();
    void announcer.announceAll([event({ isReachable: false }), reachable]);
    expect(published).toEqual([[reachable.eventId, 'none']]);
  });
});

describe('an event that nothing reaches', () => {
  it('is left waiting without a message, and its owner is told of it and its run', async () => {
    const { announcer, published, told } = setUp();
    const { eventId, agentId, ...unreachable } = event({ isReachable: false });
    const announced = await announcer.announceAll([{ eventId, agentId, ...unreachable }]);
    expect(announced).toEqual({ published: 0, parked: 1, errors: [] });
    expect(published).toEqual([]);
    expect(told).toEqual([
      ['event', eventId, agentId, 'usr_1'],
      ['run', { agentId, userId: 'usr_1' }],
    ]);
  });

  it('needs no broker', async () => {
    const { announcer } = setUp({ isBrokerAway: true });
    const announced = await announcer.announceAll([event({ isReachable: false }), event()]);
    expect(announced).toMatchObject({ parked: 1, errors: [{ message: 'No connection' }] });
  });

  it.each([
    ['where it is not taken, because its agent has come or is held', async () => null],
    ['where the database does not answer', () => Promise.reject(new Error('away'))],
  ])('is published %s, and nobody is told', async (_case, parkUnheld) => {
    const { announcer, published, told } = setUp({ parkUnheld });
    const unreachable = event({ isReachable: false });
    expect(await announcer.announceAll([unreachable])).toEqual({ published: 1, parked: 0, errors: [] });
    expect(published).toEqual([[unreachable.eventId, 'none']]);
    expect(told).toEqual([]);
  });
});

describe('an event of a process that has lost the broker', () => {
  it('is handed to whoever has not, at once', async () => {
    const { announcer, hurried } = setUp({ isBrokerAway: true });
    const [one, other] = [event(), event({ slot: 'auto-1' })];
    expect((await announcer.announceAll([one, other])).errors).toHaveLength(2);
    expect(hurried).toEqual([one.eventId, other.eventId]);
  });
});

describe('an event for whose announcement nobody waits', () => {
  it('is on its way when the process has drained', async () => {
    const { announcer, publishing, published, asked } = setUp({ parkUnheld: async () => null });
    const unreachable = event({ isReachable: false });
    announcer.announce(unreachable);
    await publishing.drain();
    expect(asked).toEqual([unreachable.eventId]);
    expect(published).toHaveLength(1);
  });

  it('is logged and left to the sweeper where it can neither be parked nor published', async () => {
    const parkUnheld = () => Promise.reject(new Error('away'));
    const { announcer, publishing, warnings } = setUp({ parkUnheld, isBrokerAway: true });
    announcer.announce(event({ isReachable: false }));
    await publishing.drain();
    expect(warnings).toHaveLength(1);
  });
});
