import { describe, expect, it } from '@jest/globals';
import { Slot, Slots } from './slots.js';

/** Work that the test ends itself. */
function held() {
  let end: () => void = () => {};
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { work: () => promise, end };
}

/** Whatever is ready to run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a slot', () => {
  it('is given back once, however many waits go on side by side or outlive the work', async () => {
    const slots = new Slots(1);
    await slots.take();
    const slot = new Slot(slots);
    const [one, two] = [held(), held()];
    const waits = [slot.without(one.work), slot.without(two.work)];
    one.end();
    await settled();
    slot.leave();
    two.end();
    await Promise.all(waits);
    await slots.take();
    let isFree = false;
    void slots.take().then(() => (isFree = true));
    await settled();
    expect(isFree).toBe(false);
  });
});
