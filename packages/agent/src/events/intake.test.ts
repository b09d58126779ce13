import { describe, expect, it } from '@jest/globals';
import { Lanes } from './intake.js';
import { Place, Slots } from './slots.js';

/** Work that the test ends itself. */
function held() {
  let end: () => void = () => {};
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { work: () => promise, end };
}

/** Whatever is ready to run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('keep the order of one lane while another goes on', async () => {
    const lanes = new Lanes(10);
    const slow = held();
    const done: string[] = [];
    void lanes.add('a', async () => {
      await slow.work();
      done.push('a1');
    });
    void lanes.add('a', async () => void done.push('a2'));
    await lanes.add('b', async () => void done.push('b1'));
    expect(done).toEqual(['b1']);
    slow.end();
    await lanes.idle();
    expect(done).toEqual(['b1', 'a1', 'a2']);
    expect(lanes.open).toBe(0);
  });

  it('work on so many at once and no more', async () => {
    const lanes = new Lanes(2);
    const all = Array.from({ length: 5 }, held);
    let running = 0;
    let most = 0;
    const ends = all.map(({ work }, index) =>
      lanes.add(String(index), async () => {
        running += 1;
        most = Math.max(most, running);
        await work();
        running -= 1;
      }),
    );
    for (const { end } of all) {
      await settled();
      expect(running).toBeLessThanOrEqual(2);
      end();
    }
    await Promise.all(ends);
    expect(most).toBe(2);
  });
});

describe('a place', () => {
  it('is another’s while its holder waits, and is held again afterwards', async () => {
    const slots = new Slots(1);
    await slots.take();
    const place = new Place(slots);
    const wait = held();
    const waited = place.without(wait.work);
    await slots.take();
    wait.end();
    let isBack = false;
    void waited.then(() => (isBack = true));
    await settled();
    expect(isBack).toBe(false);
    slots.give();
    await waited;
    let isFree = false;
    void slots.take().then(() => (isFree = true));
    await settled();
    expect(isFree).toBe(false);
    place.leave();
    await settled();
    expect(isFree).toBe(true);
  });

  it('is given back once, however many waits go on side by side or outlive the work', async () => {
    const slots = new Slots(1);
    await slots.take();
    const place = new Place(slots);
    const [one, two] = [held(), held()];
    const waits = [place.without(one.work), place.without(two.work)];
    one.end();
    await settled();
    place.leave();
    two.end();
    await Promise.all(waits);
    await slots.take();
    let isFree = false;
    void slots.take().then(() => (isFree = true));
    await settled();
    expect(isFree).toBe(false);
  });
});
