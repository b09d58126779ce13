import { COUNT_KEPT_MS, SoftLimit } from './quota-guard.js';

/** A limit over a number that the test sets, by a clock that the test moves. */
function limitOf(max: number) {
  const scene = { nowMs: 0, there: 0, counts: 0, countMs: 0 };
  const limit = new SoftLimit({
    max,
    nowMs: () => scene.nowMs,
    async count() {
      scene.counts += 1;
      scene.nowMs += scene.countMs;
      return scene.there;
    },
  });
  const take = async (more?: number) => (await limit.take('ada', more)) !== null;
  return { scene, limit, take };
}

describe('a soft limit', () => {
  it('lets in what fits, and counts once for a while, also for calls that come together', async () => {
    const { scene, take } = limitOf(10_000);
    scene.there = 9_997;
    expect(await Promise.all([take(), take(), take(), take()])).toEqual([true, true, true, false]);
    scene.there = 0;
    scene.nowMs = COUNT_KEPT_MS / 2 - 1;
    expect(await take()).toBe(false);
    expect(scene.counts).toBe(1);
    scene.nowMs = COUNT_KEPT_MS;
    expect([await take(10_000), await take()]).toEqual([true, false]);
    expect(scene.counts).toBe(2);
  });

  it('counts owners that came together at different times again', async () => {
    const { scene, limit } = limitOf(10_000);
    const owners = Array.from({ length: 100 }, (_, index) => `owner ${index}`);
    await Promise.all(owners.map((owner) => limit.take(owner)));
    scene.nowMs = 0.75 * COUNT_KEPT_MS;
    await Promise.all(owners.map((owner) => limit.take(owner)));
    expect(scene.counts).toBeGreaterThan(100);
    expect(scene.counts).toBeLessThan(200);
  });

  it('counts few things more often, and whatever takes long to count less often', async () => {
    const { scene, take } = limitOf(10);
    await take();
    scene.nowMs += 2;
    scene.countMs = 1_000;
    await take();
    expect(scene.counts).toBe(2);
    scene.nowMs += 19_999;
    await take();
    expect(scene.counts).toBe(2);
    scene.nowMs += 1;
    await take();
    expect(scene.counts).toBe(3);
  });

  it('lets in again what was not made after all', async () => {
    const { limit, take } = limitOf(1);
    const takeBack = await limit.take('ada');
    expect(await take()).toBe(false);
    takeBack?.();
    expect(await take()).toBe(true);
  });

  it('counts each owner apart, and nothing where there is no limit', async () => {
    const { limit, scene, take } = limitOf(1);
    expect([await take(), await take(), (await limit.take('bob')) !== null]).toEqual([true, false, true]);
    const unlimited = limitOf(0);
    expect(await unlimited.take(1_000_000)).toBe(true);
    expect([scene.counts, unlimited.scene.counts]).toEqual([2, 0]);
  });

  it('counts again after a count that failed', async () => {
    let isBroken = true;
    const count = async () => {
      if (isBroken) throw new Error('broken');
      return 0;
    };
    const limit = new SoftLimit({ max: 1, nowMs: () => 0, count });
    await expect(limit.take('ada')).rejects.toThrow('broken');
    isBroken = false;
    expect(await limit.take('ada')).not.toBeNull();
  });
});
