import { expect, it } from '@jest/globals';
import { readEnvironment, readRetention } from '@svc/runtime';
import { retention } from './retention.js';

/** What people are told, by what the operator has set. */
async function told(env: Record<string, string>): Promise<Record<string, number | null>> {
  const { body } = await retention({ days: readEnvironment(env, readRetention) }).listRetention();
  return Object.fromEntries(body.map(({ kept, days }) => [kept, days]));
}

it('what belongs to something is kept no longer than that', async () => {
  expect(
    await told({
      ...{ RETENTION_MESSAGES_DAYS: '30', RETENTION_EVENTS_DAYS: '7', RETENTION_ATTEMPTS_DAYS: '9' },
      ...{ RETENTION_AUDIT_DAYS: '20', RETENTION_AUDIT_ADDRESSES_DAYS: '0' },
    }),
  ).toEqual({
    ...{
      messages: 30,
      files: 30,
      runs: null,
      events: 7,
      attempts: 7,
      audit_entries: 20,
      audit_addresses: 20,
    },
  });
  expect(await told({ RETENTION_MESSAGES_DAYS: '30', RETENTION_MEDIA_DAYS: '3' })).toMatchObject({
    files: 3,
  });
});

it('0 is for ever', async () => {
  expect(await told({ RETENTION_AUDIT_DAYS: '0' })).toMatchObject({ messages: null, audit_entries: null });
});
