import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  checkKeyText,
  DEVICE_LOGIN_SECONDS,
  DEVICE_LOGINS_OF_ADDRESS_MAX,
  DEVICE_LOGINS_OPEN_MAX,
  DEVICE_POLL_SECONDS,
  deviceLoginIdOf,
  secretHash,
  ServiceError,
} from '@svc/domain';
import type { ApiKeyScope } from '@svc/domain';
import type { Pool } from 'pg';
import { addApiKey } from '../keys/keys.js';
import type { ApiKeyRecord } from '../keys/keys.js';
import type { Audited } from '../audit/audit-log.js';
import { lockUser } from '../accounts/account-lock.js';

export interface DeviceLoginRecord {
  clientName: string;
  address: string | null;
  scopes: ApiKeyScope[];
  expiresInSeconds: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The names are those of RFC 8628, section 3.5. */
export type DeviceLoginOutcome =
  | { outcome: 'granted'; key: ApiKeyRecord; user: { userId: string; name: string; email: string } }
  | { outcome: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' };

export function deviceLoginQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** @throws ServiceError `rate_limited` or `unavailable` if too many of the address, or of all, ask. */
    async begin(login: {
      loginId: string;
      /** Of the codes only hashes are stored. */
      deviceCode: string;
      userCode: string;
      clientName: string;
      address: string | null;
      scopes: readonly ApiKeyScope[];
      expiresInSeconds: number;
    }): Promise<void> {
      const { loginId, deviceCode, userCode, clientName, address, scopes, expiresInSeconds } = login;
      const [open] = await rows(pool, sql.deviceLogins.insert, {
        ...{ id: loginId, deviceCodeHash: secretHash(deviceCode), userCodeHash: secretHash(userCode) },
        ...{ clientName, address, scopes, expiresInSeconds },
        ...{ loginSeconds: DEVICE_LOGIN_SECONDS, pollSeconds: DEVICE_POLL_SECONDS },
        ...{ openMax: DEVICE_LOGINS_OPEN_MAX, openOfAddressMax: DEVICE_LOGINS_OF_ADDRESS_MAX },
      });
      if (open?.isMany === true) {
        const detail = `More than ${DEVICE_LOGINS_OF_ADDRESS_MAX} logins of the address wait for somebody to confirm them`;
        throw new ServiceError('rate_limited', { detail, retryAfterSeconds: 60 });
      }
      if (open?.isFull !== false) throw new ServiceError('unavailable');
    },

    /** `null` if there is none, it was answered, or its time is over. */
    async pending(userCode: string): Promise<DeviceLoginRecord | null> {
      const found = await prisma.deviceLogin.findUnique({
        where: { userCodeHash: secretHash(userCode), state: 'pending', expiresAt: { gt: new Date() } },
        omit: { deviceCodeHash: true, userCodeHash: true },
      });
      return found as (typeof found & DeviceLoginRecord) | null;
    },

    /** False if no login waits under this code. */
    async resolve(answer: {
      userCode: string;
      userId: string;
      /** `null` denies it. */
      granted: { scopes: readonly ApiKeyScope[]; expiresInSeconds: number } | null;
    }): Promise<boolean> {
      const { userCode, userId, granted } = answer;
      const resolved = await prisma.deviceLogin.updateMany({
        where: { userCodeHash: secretHash(userCode), state: 'pending', expiresAt: { gt: new Date() } },
        data:
          granted === null
            ? { state: 'denied' }
            : { ...granted, scopes: [...granted.scopes], state: 'approved', userId },
      });
      return resolved.count > 0;
    },

    /**
     * The key is made now, and the login is over with it.
     * @param key is made if a person has said yes.
     * @throws ServiceError `conflict` if the person has as many active keys as may be.
     */
    async exchange(
      deviceCode: string,
      key: { keyId: string; text: string } & Audited,
    ): Promise<DeviceLoginOutcome> {
      const login = await asked(deviceCode);
      if (login === null) return { outcome: 'expired_token' };
      if (login.isTooSoon) return { outcome: 'slow_down' };
      if (login.state === 'pending') return { outcome: 'authorization_pending' };
      const { state, userId } = login;
      if (state === 'denied' || userId === null) return { outcome: 'access_denied' };
      return transaction(pool, async (client) => {
        await lockUser(client, userId);
        const [taken] = await rows(client, sql.deviceLogins.take, { id: login.id });
        if (taken === undefined) return { outcome: 'expired_token' };
        const { clientName: name, scopes, expiresInSeconds, userName, email } = taken;
        const made = await addApiKey(client, { ...key, userId, name, scopes, expiresInSeconds });
        return { outcome: 'granted', key: made, user: { userId, name: userName, email } };
      });
    },
  };

  async function asked(deviceCode: string) {
    const id = deviceLoginIdOf(deviceCode);
    if (id === null) return null;
    const found = await prisma.deviceLogin.findUnique({ where: { id }, select: { deviceCodeHash: true } });
    const key = found === null ? null : ({ keyHash: found.deviceCodeHash, state: 'active' } as const);
    if (checkKeyText(deviceCode, key) !== 'active') return null;
    return firstRow(pool, sql.deviceLogins.ask, { id, moreSeconds: DEVICE_POLL_SECONDS });
  }
}
