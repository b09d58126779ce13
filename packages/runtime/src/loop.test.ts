import { sleep } from './clock.js';
import { createLogger } from './logger.js';
import { recordedLog } from './recorded-log.suite.js';
import { Loop } from './service.js';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('Loop', () => {
  it('runs ticks one after the other, never two at once', async () => {
    let running = 0;
    let most = 0;
    let ticks = 0;
    await new Promise<void>((resolve) => {
      const loop = new Loop({
        name: 'beat',
        intervalMs: 0,
        logger,
        tick: async () => {
          most = Math.max(most, ++running);
          await sleep(1);
          running--;
          if (++ticks === 3) void loop.stop().then(resolve);
        },
      });
      void loop.start();
      void loop.start();
    });
    expect({ most, ticks }).toEqual({ most: 1, ticks: 3 });
  });

  it.each([
    ['an error', 'error', new Error('a fault of ours')],
    ['a warning, if the database was away', 'warn', new Error('timeout exceeded when trying to connect')],
  ])('goes on after a tick that failed, and tells of it by %s', async (_how, level, failure) => {
    const { logger: loud, entries } = recordedLog();
    await new Promise<void>((resolve) => {
      let ticks = 0;
      const tick = async (): Promise<void> => {
        if (++ticks === 1) throw failure;
        void loop.stop().then(resolve);
      };
      const loop = new Loop({ name: 'beat', intervalMs: 1, logger: loud, tick });
      void loop.start();
    });
    expect(entries()).toMatchObject([{ level, msg: 'a tick failed' }]);
  });

  it('ticks at once when it is woken, and once more if that was during a tick', async () => {
    let ticks = 0;
    await new Promise<void>((resolve) => {
      const tick = async (): Promise<void> => {
        ticks += 1;
        if (ticks === 1) loop.wake();
        else if (ticks === 2) setImmediate(() => loop.wake());
        else void loop.stop().then(resolve);
      };
      const loop = new Loop({ name: 'beat', intervalMs: 1_000_000, logger, tick });
      void loop.start();
    });
    expect(ticks).toBe(3);
  });

  it('stop waits for the tick under way and cuts the pause short', async () => {
    let finish = (): void => undefined;
    let ended = false;
    const loop = new Loop({
      name: 'beat',
      intervalMs: 1_000_000,
      logger,
      tick: () => new Promise<void>((resolve) => (finish = () => ((ended = true), resolve()))),
    });
    await loop.start();
    const stopped = loop.stop();
    finish();
    await stopped;
    expect(ended).toBe(true);
  });

  it('aborts a tick under way', async () => {
    let isAborted = false;
    const tick = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => ((isAborted = true), resolve())));
    const loop = new Loop({ name: 'beat', intervalMs: 1, logger, tick });
    await loop.start();
    await loop.stop();
    expect(isAborted).toBe(true);
  });

  it('does not wait for a tick that hangs when it is told to stop', async () => {
    const loop = new Loop({ name: 'beat', intervalMs: 1, logger, tick: () => new Promise(() => undefined) });
    await loop.start();
    await loop.stop();
    await loop.stop();
  });

  it('never runs when it was stopped before it was started', async () => {
    let ticks = 0;
    const loop = new Loop({ name: 'beat', intervalMs: 1, logger, tick: async () => void ticks++ });
    await loop.stop();
    await loop.start();
    expect(ticks).toBe(0);
  });
});

describe('sleep', () => {
  it('ends at once when its signal aborts or has aborted', async () => {
    const abort = new AbortController();
    const waiting = sleep(1_000_000, abort.signal);
    abort.abort();
    await waiting;
    await sleep(1_000_000, abort.signal);
  });
});
