import { Semaphore } from './semaphore.js';

/** Pieces of work, by name, that end when the test says so. The first letter of a name is its key. */
function pieces(semaphore: Semaphore, names: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, (outcome: Promise<void>) => void>();
  const results = names.map((name) =>
    semaphore.run(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, name[0]),
  );
  const end = async (name: string, outcome = Promise.resolve()): Promise<void> => {
    ends.get(name)?.(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, results, end };
}

describe('work', () => {
  it('runs at once up to the bound, and the rest in the order in which it came', async () => {
    const semaphore = new Semaphore({ max: 2 });
    const { begun, results, end } = pieces(semaphore, ['a1', 'a2', 'a3', 'a4']);
    expect([begun, semaphore.waitingCount]).toEqual([['a1', 'a2'], 2]);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a1');
    await end('a3');
    await end('a4');
    await Promise.all(results);
    expect(semaphore.waitingCount).toBe(0);
  });

  it('makes room when it fails', async () => {
    const { begun, results, end } = pieces(new Semaphore({ max: 1 }), ['a1', 'a2']);
    void end('a1', Promise.reject(new Error('failed')));
    await expect(results[0]).rejects.toThrow('failed');
    await end('');
    expect(begun).toEqual(['a1', 'a2']);
  });

  it('of one key runs up to the bound of the key, and keys take turns', async () => {
    const semaphore = new Semaphore({ max: 2, maxPerKey: 1 });
    const { begun, end } = pieces(semaphore, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
    expect([begun, semaphore.waitingCountOf('a')]).toEqual([['a1', 'b1'], 2]);
    for (const name of ['b1', 'c1', 'b2', 'a1', 'a2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'a3']);
  });

  it('is refused where too much waits: of its key, or altogether', async () => {
    const semaphore = new Semaphore({ max: 1, waitingMax: 3, waitingPerKeyMax: 2 });
    const { results, end } = pieces(semaphore, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
    await expect(results[3]).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
    await expect(results[5]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
    await Promise.all([results[0], results[1], results[2], results[4]]);
  });

  it('is refused where it waits too long, and what comes behind it runs', async () => {
    const semaphore = new Semaphore({ max: 1, waitMsMax: 10 });
    const { begun, results, end } = pieces(semaphore, ['a1', 'a2']);
    await expect(results[1]).rejects.toMatchObject({ code: 'unavailable' });
    const later = semaphore.run(async () => 'ran', 'a');
    await end('a1');
    expect([await later, begun]).toEqual(['ran', ['a1']]);
  });
});
