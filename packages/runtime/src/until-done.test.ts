import { untilDone } from './clock.js';

/** Fails so often, and succeeds then. */
function failing(times: number) {
  let calls = 0;
  return () => {
    calls += 1;
    return calls > times ? Promise.resolve(calls) : Promise.reject(new Error(`failure ${calls}`));
  };
}

describe('a call that fails', () => {
  it('is repeated until it succeeds, with pauses that double up to the longest', async () => {
    const pauses: number[] = [];
    const sleep = async (pauseMs: number) => void pauses.push(pauseMs);
    expect(await untilDone(failing(6), { goesOn: () => true, pauseMsMax: 1_000, sleep })).toBe(7);
    expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('is given up with its error when it is not to go on, without a pause', async () => {
    const told: unknown[] = [];
    const goesOn = (error: unknown, pauseMs: number) => told.push([String(error), pauseMs]) < 2;
    const sleep = async () => {};
    await expect(untilDone(failing(9), { goesOn, sleep })).rejects.toThrow('failure 2');
    expect(told).toEqual([
      ['Error: failure 1', 100],
      ['Error: failure 2', 200],
    ]);
  });

  it('is given up with its error when the signal aborts in a pause', async () => {
    const abort = new AbortController();
    const done = untilDone(failing(1), { goesOn: () => true, signal: abort.signal });
    abort.abort();
    await expect(done).rejects.toThrow('failure 1');
  });
});
