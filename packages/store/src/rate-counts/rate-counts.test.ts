import { randomBytes } from 'node:crypto';
import { useStore } from '../store.suite.js';

const bench = useStore();
const WINDOW_MS = 60_000;
const subject = () => randomBytes(16).toString('hex');
const add = (counts: { subject: string; points: number }[]) => bench.store.rateCounts.add(counts, WINDOW_MS);

describe('a shared count', () => {
  it('adds up what several processes count at one instant, and answers in the order of the question', async () => {
    const [one, other] = [subject(), subject()];
    const counts = [
      { subject: one, points: 1 },
      { subject: other, points: 2 ** 33 },
    ];
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 === 0 ? counts : counts.toReversed())));
    const [first, second] = await add(counts);
    expect(first).toEqual({ points: 41, leftMs: expect.any(Number) });
    expect(second?.points).toBe(41 * 2 ** 33);
    expect(first?.leftMs).toBeGreaterThan(0);
    expect(first?.leftMs).toBeLessThanOrEqual(WINDOW_MS);
  });

  it('begins anew when its window is over, and where a clock that was ahead has begun it', async () => {
    const one = subject();
    for (const former of [`now() - interval '1 ms'`, `now() + interval '1 hour'`]) {
      await add([{ subject: one, points: 5 }]);
      await bench.sql(`UPDATE rate_count SET ends_at = ${former} WHERE subject = $1`, one);
      const [begun] = await add([{ subject: one, points: 2 }]);
      expect(begun?.points).toBe(2);
      expect(begun?.leftMs).toBeLessThanOrEqual(WINDOW_MS);
    }
  });

  it('is removed when its window is over, and not before', async () => {
    const [old, young] = [subject(), subject()];
    await add([old, young].map((one) => ({ subject: one, points: 1 })));
    await bench.sql`UPDATE rate_count SET ends_at = now() - interval '1 s' WHERE subject = ${old}`;
    expect(await bench.store.retention.removeExpired()).toBe(false);
    const left = bench.sql`SELECT subject FROM rate_count WHERE subject = ANY (${[old, young]}::text[])`;
    expect(await left).toEqual([{ subject: young }]);
  });
});
