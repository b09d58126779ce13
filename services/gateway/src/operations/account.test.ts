import { readEnvironment, readRetention } from '@svc/runtime';
import { account } from './account.js';
import type { OperationParts } from './parts.js';

/** What people are told, by what the operator has set. */
async function told(env: Record<string, string>): Promise<Record<string, number | null>> {
  const parts = { retention: readEnvironment(env, readRetention) } as unknown as OperationParts;
  const kept = await account(parts).listRetention();
  return Object.fromEntries(kept.map(({ kept, days }) => [kept, days]));
}

it('what belongs to something is kept no longer than that, and 0 days are for ever', async () => {
  const env = {
    ...{ RETENTION_MESSAGES_DAYS: '30', RETENTION_EVENTS_DAYS: '7', RETENTION_ATTEMPTS_DAYS: '9' },
    ...{ RETENTION_AUDIT_DAYS: '20', RETENTION_AUDIT_ADDRESSES_DAYS: '0' },
  };
  expect(await told(env)).toEqual({
    ...{ messages: 30, files: 30, runs: null, events: 7, attempts: 7 },
    ...{ audit_entries: 20, audit_addresses: 20 },
  });
  expect(await told({ ...env, RETENTION_MEDIA_DAYS: '3' })).toMatchObject({ files: 3 });
  expect(await told({ RETENTION_AUDIT_DAYS: '0' })).toMatchObject({ messages: null, audit_entries: null });
});
