import { describe, expect, it } from '@jest/globals';
import { AgentLanes } from './agent-lanes.js';
import type { AgentLanesOptions } from './agent-lanes.js';
import { AttemptSlots } from './attempt-slots.js';
import type { DueEvent } from './ports.js';

interface Begun {
  event: DueEvent;
  reserved: () => void;
  end: () => void;
}

/** Lanes whose attempts begin and end as the test says. */
function laneBench(overrides: Partial<AgentLanesOptions> & { attemptsMax?: number } = {}) {
  const clock = { nowMs: 0 };
  const begun: Begun[] = [];
  const stored: DueEvent[] = [];
  const slots = new AttemptSlots({
    attemptsMax: overrides.attemptsMax ?? 100,
    slowAfterMs: 1_000,
    slowAttemptsMax: 100,
    nowMs: () => clock.nowMs,
  });
  const lanes = new AgentLanes({
    slots,
    attemptsPerAgentMax: 2,
    waitingPerAgentMax: 3,
    lanesMax: 100,
    make: (event, reserved) => new Promise((end) => begun.push({ event, reserved, end })),
    readDue: async (agentId, limit) => {
      const underWay = new Set(begun.map(({ event }) => event.eventId));
      return stored
        .filter((event) => event.agentId === agentId && !underWay.has(event.eventId))
        .slice(0, limit);
    },
    ...overrides,
  });
  const names = () => begun.map(({ event }) => event.eventId);
  return { lanes, slots, clock, begun, stored, names };
}

const due = (eventId: string, agentId = 'a'): DueEvent => ({ eventId, agentId, attempt: 0 });

/** Lets everything that is ready to run do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a lane', () => {
  it('answers for an event once its attempt is reserved', async () => {
    const { lanes, begun } = laneBench();
    const admission = lanes.offer(due('1'));
    begun[0]!.reserved();
    expect(await admission).toBe('reserved');
  });

  it('refuses an event whose attempt ended without being reserved', async () => {
    const { lanes, begun } = laneBench();
    const admission = lanes.offer(due('1'));
    begun[0]!.end();
    expect(await admission).toBe('refused');
  });

  it('begins no more attempts than an agent may have, and the next when one ends', async () => {
    const { lanes, begun, names } = laneBench();
    for (const id of ['1', '2', '3', '4']) void lanes.offer(due(id));
    expect(names()).toEqual(['1', '2']);
    begun[0]!.end();
    await settled();
    expect(names()).toEqual(['1', '2', '3']);
  });

  it('lists what exceeds the bound and leaves what exceeds the list', () => {
    const { lanes } = laneBench();
    const admissions = ['1', '2', '3', '4', '5', '6'].map((id) => lanes.offer(due(id)));
    expect(admissions.slice(2)).toEqual(['listed', 'listed', 'listed', 'left']);
  });

  it('says so when it leaves an event because its endpoint is slow', () => {
    const { lanes, clock } = laneBench();
    for (const id of ['1', '2', '3', '4', '5']) void lanes.offer(due(id));
    clock.nowMs = 1_000;
    expect(lanes.offer(due('6'))).toBe('slow');
  });

  it('reads on from the store what it left there', async () => {
    const { lanes, begun, stored, names } = laneBench();
    for (let id = 1; id <= 12; id += 1) {
      stored.push(due(String(id)));
      void lanes.offer(due(String(id)));
    }
    for (let ended = 0; ended < 12; ended += 1) {
      begun[ended]!.reserved();
      begun[ended]!.end();
      await settled();
    }
    expect(names()).toEqual(stored.map((event) => event.eventId));
  });

  it('does not read again and again what is never reserved', async () => {
    let reads = 0;
    const { lanes } = laneBench({
      make: async () => {},
      readDue: async () => {
        reads += 1;
        return [due('7'), due('8'), due('9')];
      },
    });
    for (let id = 1; id <= 6; id += 1) void lanes.offer(due(String(id)));
    await settled();
    await settled();
    expect(reads).toBeLessThanOrEqual(1);
  });

  it('begins an event once, however often it is offered', () => {
    const { lanes, names } = laneBench();
    for (let times = 0; times < 5; times += 1) void lanes.offer(due('1'));
    expect(names()).toEqual(['1']);
  });

  it('keeps the retry that comes due before the attempt before it is done with, and makes it then', async () => {
    const { lanes, begun } = laneBench();
    void lanes.offer(due('1'));
    begun[0]!.reserved();
    expect(await lanes.offer({ ...due('1'), attempt: 1 })).toBe('listed');
    begun[0]!.end();
    await settled();
    expect(begun.map(({ event }) => event.attempt)).toEqual([0, 1]);
  });

  it('gives such a retry back when it is closed', async () => {
    const { lanes, begun } = laneBench();
    void lanes.offer(due('1'));
    void lanes.offer({ ...due('1'), attempt: 1 });
    expect(lanes.close()).toEqual([{ ...due('1'), attempt: 1 }]);
    begun[0]!.end();
    await settled();
    expect(begun).toHaveLength(1);
  });
});

describe('several lanes', () => {
  it('do not hinder each other: one that is full costs the other nothing', () => {
    const { lanes, names } = laneBench();
    for (let id = 0; id < 1_000; id += 1) void lanes.offer(due(`hanging-${id}`, 'hanging'));
    void lanes.offer(due('1', 'healthy'));
    expect(names()).toEqual(['hanging-0', 'hanging-1', '1']);
  });

  it('take turns when the process has no room', async () => {
    const { lanes, begun, names } = laneBench({ attemptsMax: 1 });
    for (const id of ['a1', 'a2', 'a3']) void lanes.offer(due(id, 'a'));
    void lanes.offer(due('b1', 'b'));
    for (let ended = 0; ended < 3; ended += 1) {
      begun[ended]!.end();
      await settled();
    }
    expect(names()).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go on while attempts that hang hold every place', () => {
    const { lanes, slots, clock, names } = laneBench({ attemptsMax: 2 });
    void lanes.offer(due('h1', 'hanging'));
    void lanes.offer(due('h2', 'hanging'));
    void lanes.offer(due('1', 'healthy'));
    expect(names()).toEqual(['h1', 'h2']);
    clock.nowMs = 1_000;
    slots.setSlowAside();
    lanes.advanceReady();
    expect(names()).toEqual(['h1', 'h2', '1']);
  });

  it('hold no message for an endpoint that has become slow', async () => {
    const { lanes, slots, clock, names } = laneBench({ attemptsMax: 1 });
    void lanes.offer(due('h1', 'hanging'));
    const held = lanes.offer(due('h2', 'hanging'));
    clock.nowMs = 1_000;
    slots.setSlowAside();
    lanes.advanceReady();
    expect(await held).toBe('listed');
    expect(names()).toEqual(['h1']);
    expect(lanes.offer(due('h3', 'hanging'))).toBe('listed');
  });

  it('are bounded in number', () => {
    const { lanes } = laneBench({ lanesMax: 1 });
    void lanes.offer(due('1', 'a'));
    expect(lanes.offer(due('2', 'b'))).toBe('refused');
  });
});

describe('closing', () => {
  it('refuses further events, gives back what waits, and is idle when the attempts have ended', async () => {
    const { lanes, begun, names } = laneBench();
    for (const id of ['1', '2', '3', '4']) void lanes.offer(due(id));
    expect(lanes.close().map((event) => event.eventId)).toEqual(['3', '4']);
    expect(lanes.offer(due('5'))).toBe('refused');
    const idle = lanes.idle();
    for (const { end } of begun) end();
    await idle;
    expect(names()).toEqual(['1', '2']);
  });
});
