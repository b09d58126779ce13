import { getEventListeners, getMaxListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { Persistence, StoppedError } from './persistence.js';

it('many calls at once are no leak of listeners that Node would warn of, and all of them end with the signal', async () => {
  const abort = new AbortController();
  const logger = createLogger({ service: 'persistence', level: 'silent' });
  const persistence = new Persistence({ logger, signal: abort.signal });
  const hanging = Array.from({ length: 50 }, () =>
    persistence.until('hang', () => new Promise<never>(() => {})),
  );
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(50);
  expect(getMaxListeners(abort.signal)).toBe(0);
  abort.abort();
  const ends = await Promise.allSettled(hanging);
  expect(ends.every((end) => end.status === 'rejected' && end.reason instanceof StoppedError)).toBe(true);
});
