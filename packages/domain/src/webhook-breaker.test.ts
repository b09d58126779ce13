import { expect, it } from '@jest/globals';
import { probeWaitMs } from './webhook-breaker.js';

it('the wait before a probe doubles with each probe, up to 32 times', () => {
  expect([0, 1, 2, 5, 6, 1_000].map((probes) => probeWaitMs(probes, { probeMs: 30_000 }))).toEqual([
    ...[30_000, 60_000, 120_000, 960_000, 960_000, 960_000],
  ]);
});
