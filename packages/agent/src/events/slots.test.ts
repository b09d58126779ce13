import { Slot, Slots } from './slots.js';

/** Work that the test ends itself. */
function held() {
  let end: () => void = () => {};
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { work: () => promise, end };
}

/** Whatever is ready to run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function taken(slots: Slots, signal = new AbortController().signal): Promise<Slot> {
  const slot = new Slot(slots, signal);
  await slot.take();
  return slot;
}

describe('a slot', () => {
  it('is given back once, however many waits go on side by side or outlive the work', async () => {
    const slots = new Slots(1);
    const slot = await taken(slots);
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

  it('is waited for no longer when its signal aborts, and goes on to the next', async () => {
    const slots = new Slots(1);
    const abort = new AbortController();
    const wait = held();
    const waiting = (await taken(slots, abort.signal)).without(wait.work);
    const give = await slots.take();
    wait.end();
    await settled();
    abort.abort(new Error('The run is over.'));
    await expect(waiting).rejects.toThrow('The run is over.');
    give();
    await slots.take();
  });
});
