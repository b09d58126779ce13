import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Frame } from '../live/socket-frames.js';
import { opened } from './chat.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('A chat whose live connection does not open says so, and ends', async () => {
  const ending = new AbortController();
  const hints: AsyncIterator<Frame> = {
    async next() {
      await once(ending.signal, 'abort');
      throw ending.signal.reason;
    },
  };
  const refused = expect(opened(hints, ending)).rejects.toMatchObject({ code: 'unreachable' });
  await jest.advanceTimersByTimeAsync(20_000);
  await refused;
});
