import { expect, it } from '@jest/globals';
import { readEnvironment, readRetention } from '@svc/runtime';
import type { RetentionDays } from '@svc/runtime';
import { expectContract, useGateway } from '../gateway.suite.js';
import { retention } from './retention.js';

const bench = useGateway({ retention: daysOf({ RETENTION_MESSAGES_DAYS: '30' }) });

function daysOf(env: Record<string, string>): RetentionDays {
  return readEnvironment(env, readRetention);
}

/** What people are told, by what the operator has set. */
async function told(env: Record<string, string>): Promise<Record<string, number | null>> {
  const unsaid = { retention: { daysInUse: async () => null } };
  const { body } = await retention({ store: unsaid, days: daysOf(env) }).listRetention();
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

it('what schedulers apply is told, and what this gateway is set to only before the first scheduler has said it', async () => {
  const person = await bench.signUp();
  const messages = async () => {
    const answer = await bench.call('GET', '/api/client/account/retention', { headers: person.auth });
    expectContract('listRetention', answer);
    return (answer.body as { kept: string; days: number | null }[]).find(({ kept }) => kept === 'messages')
      ?.days;
  };
  expect(await messages()).toBe(30);
  await bench.store.retention.sayDays(daysOf({}));
  expect(await messages()).toBeNull();
  await bench.store.retention.sayDays(daysOf({ RETENTION_MESSAGES_DAYS: '7' }));
  expect(await messages()).toBe(7);
});
