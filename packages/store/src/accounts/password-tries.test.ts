import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { trySubject } from './password-tries.js';

const bench = useStore();
const BACKOFF = { freeMax: 1, waitSecondsMin: 600, waitSecondsMax: 3_000 };

it('A wait that a clock far ahead has set ends when the clock is right again', async () => {
  const begin = () => bench.store.passwordTries.begin('ada', BACKOFF);
  expect(await begin()).toBeNull();
  expect(await begin()).toBeNull();
  expect(await begin()).toBeGreaterThan(500);
  await bench.sql`UPDATE rate_count SET ends_at = ends_at + interval '400 days'`;
  expect(await begin()).toBeNull();
  // The count has begun anew.
  expect(await begin()).toBeNull();
  expect(await begin()).toBeGreaterThan(500);
});

it('The counts of a user go with the account, and no others', async () => {
  const { passwordTries, deletions, prisma } = bench.store;
  const [userId, email, network] = ['user of tries', 'Ada.Tries@example.org', 'a network'];
  await prisma.user.create({ data: { id: userId, name: 'Ada', email } });
  await passwordTries.remember(email, network);
  expect(await passwordTries.knows(email, network)).toBe(true);
  const { account, change, network: from } = trySubject;
  const others = [account('bea@example.org'), from('bea@example.org', network), change('bea')];
  const own = [account(email.toLowerCase()), from(email, network), change(userId)];
  for (const subject of [...own, ...others]) await passwordTries.begin(subject, BACKOFF);
  await deletions.eraseUser({ userId, erasureId: newId('erasure') });
  expect(await passwordTries.knows(email, network)).toBe(false);
  const left = await prisma.rateCount.findMany({ where: { subject: { in: [...own, ...others] } } });
  expect(left.map(({ subject }) => subject).sort()).toEqual(others.sort());
});
