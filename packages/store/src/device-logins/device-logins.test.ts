import { newApiKey, newDeviceLogin } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();

async function begun(address: string | null = null) {
  const codes = newDeviceLogin();
  const asked = { clientName: 'svc', address, scopes: ['read'] as const, expiresInSeconds: 60 };
  await bench.store.deviceLogins.begin({ ...codes, ...asked });
  return codes;
}
const keptOf = async (ids: string[]) =>
  (await bench.store.prisma.deviceLogin.findMany({ where: { id: { in: ids } } })).map(({ id }) => id);

it('A login whose time is over opens nothing, and is removed while others stay', async () => {
  const { deviceLogins, prisma } = bench.store;
  const [old, fresh] = [await begun(), await begun()];
  await prisma.user.create({ data: { id: 'slow', name: 'Slow', email: 'slow@example.org' } });
  const answer = { userId: 'slow', granted: { scopes: ['read'] as const, expiresInSeconds: 60 } };
  expect(await deviceLogins.resolve({ userCode: old.userCode, ...answer })).toBe(true);
  await bench.sql`UPDATE device_login SET expires_at = now() - interval '1 second' WHERE id = ${old.loginId}`;
  expect(await deviceLogins.exchange(old.deviceCode, newApiKey())).toEqual({ outcome: 'expired_token' });
  expect(await deviceLogins.pending(old.userCode)).toBeNull();
  expect(await deviceLogins.pending(fresh.userCode)).toMatchObject({ clientName: 'svc' });
  expect(await bench.store.retention.removeExpired()).toBe(false);
  expect(await keptOf([old.loginId, fresh.loginId])).toEqual([fresh.loginId]);
});

const MANY = { code: 'rate_limited', retryAfterSeconds: 60 };
const fifty = (addressOf: (index: number) => string) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => begun(addressOf(index))));

it('A network of IPv6 counts as one address', async () => {
  await fifty((index) => `2001:db8:1:2::${index}`);
  for (const same of ['2001:db8:1:2:ffff::1', '2001:DB8:1:2::/64'])
    await expect(begun(same)).rejects.toMatchObject(MANY);
  await begun('2001:db8:1:3::1');
});

it('Logins without an address, and answered ones, keep nobody out until 10,000 wait', async () => {
  await bench.sql`
    INSERT INTO device_login (id, device_code_hash, user_code_hash, client_name, scopes, expires_in_seconds, expires_at, poll_seconds, state)
    SELECT 'many ' || n, sha256('many'), sha256(n::text::bytea), 'svc', '{read}', 60, now() + interval '10 minutes', 5, 'denied'
      FROM generate_series(1, 10000) n`;
  await begun();
  await bench.sql(`UPDATE device_login SET state = 'pending' WHERE id LIKE 'many %'`);
  await expect(begun()).rejects.toMatchObject({ code: 'unavailable' });
  await bench.sql(`DELETE FROM device_login WHERE id LIKE 'many %'`);
  await begun();
});

it('The codes are kept as hashes alone', async () => {
  const { loginId, deviceCode, userCode } = await begun();
  const row = JSON.stringify(await bench.store.prisma.deviceLogin.findUnique({ where: { id: loginId } }));
  for (const text of [deviceCode.slice(-40), userCode, userCode.replace('-', '')])
    expect(row).not.toContain(text);
});
