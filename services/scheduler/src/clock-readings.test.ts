import { afterEach, expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { Registry } from 'prom-client';
import { createClockReadings } from './clock-readings.js';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

it.each([
  [0, 0],
  [0.005, 0],
  [3_601, 1],
])(
  'A clock that is %p s ahead of the time that is believed is told in %p lines',
  async (aheadSeconds, told) => {
    const lines: string[] = [];
    const metrics = new Registry();
    let onPause = () => {};
    const paused = new Promise<void>((resolve) => (onPause = resolve));
    const believedTime = new Date();
    const databaseTime = new Date(believedTime.getTime() + aheadSeconds * 1_000);
    const loop = createClockReadings({
      store: { retention: { readClock: async () => ({ databaseTime, believedTime }) } },
      logger: createLogger({
        service: 'test',
        level: 'info',
        destination: { write: (line) => void lines.push(line) },
      }),
      metrics,
      sleep: (_durationMs, signal) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve());
          onPause();
        }),
    });
    await loop.start();
    stops.push(() => loop.stop());
    await paused;
    const [gauge] = await metrics.getMetricsAsJSON();
    expect(gauge).toMatchObject({ name: 'retention_clock_ahead_seconds', values: [{ value: aheadSeconds }] });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
      Array.from({ length: told }, () => ({
        level: 'info',
        believed_time: believedTime.toISOString(),
      })),
    );
  },
);
