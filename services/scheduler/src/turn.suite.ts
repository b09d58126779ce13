import { afterEach } from '@jest/globals';
import type { Loop, Sleep } from '@svc/runtime';

const loops: Loop[] = [];
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

/** Runs a loop until its first turn has ended. It makes no other one. */
export async function firstTurnOf(make: (sleep: Sleep) => Loop): Promise<void> {
  let onPause = () => {};
  const paused = new Promise<void>((resolve) => (onPause = resolve));
  const loop = make(
    (_durationMs, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve());
        onPause();
      }),
  );
  await loop.start();
  loops.push(loop);
  await paused;
}
