import { expect, it } from '@jest/globals';
import { createLogger } from '@svc/runtime';
import { Registry } from 'prom-client';
import { createClockReadings } from './clock-readings.js';
import { firstTurnOf } from './turn.suite.js';

it.each([
  [0, 0],
  [0.005, 0],
  [3_601, 1],
])(
  'A clock that is %p s ahead of the time that is believed is told in %p lines',
  async (aheadSeconds, told) => {
    const lines: string[] = [];
    const metrics = new Registry();
    const believedTime = new Date();
    const databaseTime = new Date(believedTime.getTime() + aheadSeconds * 1_000);
    await firstTurnOf((sleep) =>
      createClockReadings({
        store: { retention: { readClock: async () => ({ databaseTime, believedTime }) } },
        logger: createLogger({
          service: 'test',
          level: 'info',
          destination: { write: (line) => void lines.push(line) },
        }),
        ...{ metrics, sleep },
      }),
    );
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
