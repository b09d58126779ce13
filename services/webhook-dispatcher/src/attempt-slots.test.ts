import { describe, expect, it } from '@jest/globals';
import { AttemptSlots } from './attempt-slots.js';

function slotsAt(clock: { nowMs: number }) {
  return new AttemptSlots({
    attemptsMax: 2,
    slowAfterMs: 1_000,
    slowAttemptsMax: 3,
    nowMs: () => clock.nowMs,
  });
}

describe('slots', () => {
  it('have room until as many attempts as allowed are under way', () => {
    const slots = slotsAt({ nowMs: 0 });
    const first = slots.take();
    expect(slots.hasRoom()).toBe(true);
    slots.take();
    expect(slots.hasRoom()).toBe(false);
    slots.free(first);
    expect(slots.hasRoom()).toBe(true);
  });

  it('make room for attempts that have become slow, up to a bound', () => {
    const clock = { nowMs: 0 };
    const slots = slotsAt(clock);
    for (let rounds = 0; rounds < 2; rounds += 1) {
      while (slots.hasRoom()) slots.take();
      clock.nowMs += 1_000;
      slots.setSlowAside();
    }
    // Three of the four are aside; the fourth keeps its place.
    expect(slots.count).toBe(4);
    slots.take();
    expect(slots.hasRoom()).toBe(false);
  });

  it('do not set aside what is not slow yet', () => {
    const clock = { nowMs: 0 };
    const slots = slotsAt(clock);
    slots.take();
    clock.nowMs = 999;
    slots.take();
    slots.setSlowAside();
    expect(slots.hasRoom()).toBe(false);
  });

  it('count an attempt that was set aside until it is freed', () => {
    const clock = { nowMs: 0 };
    const slots = slotsAt(clock);
    const slot = slots.take();
    clock.nowMs = 5_000;
    slots.setSlowAside();
    expect(slots.count).toBe(1);
    slots.free(slot);
    slots.free(slot);
    expect(slots.count).toBe(0);
  });
});
