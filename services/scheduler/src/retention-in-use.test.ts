import { expect, it } from '@jest/globals';
import { createLogger, readEnvironment, readRetention } from '@svc/runtime';
import { createRetentionInUse } from './retention-in-use.js';
import { firstTurnOf } from './turn.suite.js';

it('A scheduler says at its start for how long it keeps things', async () => {
  const days = readEnvironment({ RETENTION_RUNS_DAYS: '30' }, readRetention);
  const said: unknown[] = [];
  const store = { retention: { sayDays: async (its: unknown) => void said.push(its) } };
  const logger = createLogger({ service: 'test', level: 'silent' });
  await firstTurnOf((sleep) => createRetentionInUse({ store, days, logger, sleep }));
  expect(said).toEqual([days]);
});
