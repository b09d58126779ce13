import { AT_ONCE, rows, transaction } from '@svc/database';
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
import { addApiKey } from '../api-keys/api-keys.js';
import type { ApiKeyRecord } from '../api-keys/api-keys.js';
import type { Audited } from '../audit/audit-entry.js';
import { lockUser } from '../users/lock-user.js';

/** A program that asks, as the person sees it who is to confirm it. */
export interface DeviceLoginRecord {
  clientName: string;
  address: string | null;
  scopes: ApiKeyScope[];
  expiresInSeconds: number;
  createdAt: Date;
  expiresAt: Date;
}

/** What becomes of a program's question. The names are those of RFC 8628, section 3.5. */
export type DeviceLoginOutcome =
  | { outcome: 'granted'; key: ApiKeyRecord; user: { userId: string; name: string; email: string } }
  | { outcome: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' };

export type DeviceLogins = ReturnType<typeof deviceLoginQueries>;

/** Programs that ask for an API key of a person. */
export function deviceLoginQueries(pool: Pool) {
  return {
    /** @throws ServiceError `rate_limited` if as many programs of the address ask as may ask at once, `unavailable` if as many of all do. */
    async begin(login: {
      loginId: string;
      /** Only hashes of the codes are stored. */
      deviceCode: string;
      userCode: string;
      clientName: string;
      address: string | null;
      scopes: readonly ApiKeyScope[];
      expiresInSeconds: number;
    }): Promise<void> {
      const { loginId, deviceCode, userCode, clientName, address, scopes, expiresInSeconds } = login;
      const [open] = await rows<{ isMany: boolean; isFull: boolean }>(pool, INSERT, [
        ...[loginId, secretHash(deviceCode), secretHash(userCode), clientName, address, scopes],
        ...[expiresInSeconds, DEVICE_LOGIN_SECONDS, DEVICE_POLL_SECONDS],
        ...[DEVICE_LOGINS_OPEN_MAX, DEVICE_LOGINS_OF_ADDRESS_MAX],
      ]);
      if (open?.isMany === true) throw tooManyOfAddress();
      if (open?.isFull !== false) throw new ServiceError('unavailable');
    },

    /** The login that waits for a person under this code; `null` if there is none, it was answered, or its time is over. */
    async pending(userCode: string): Promise<DeviceLoginRecord | null> {
      const [found] = await rows<DeviceLoginRecord>(pool, FIND_PENDING, [secretHash(userCode)]);
      return found ?? null;
    },

    /** Answers for a person. False if no login waits under this code. */
    async resolve(answer: {
      userCode: string;
      userId: string;
      /** `null` denies it. */
      granted: { scopes: readonly ApiKeyScope[]; expiresInSeconds: number } | null;
    }): Promise<boolean> {
      const { userCode, userId, granted } = answer;
      const resolved = await rows(pool, RESOLVE, [
        ...[secretHash(userCode), granted === null ? 'denied' : 'approved', granted === null ? null : userId],
        ...[granted?.scopes ?? null, granted?.expiresInSeconds ?? null],
      ]);
      return resolved.length > 0;
    },

    /**
     * What a program gets that asks with its device code. The key is made now, and the login is over with it.
     *
     * @param key is made if a person has said yes.
     * @throws ServiceError `conflict` if the person has as many active keys as a person may have.
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
        const [taken] = await rows<TakenLogin>(client, TAKE, [login.id]);
        if (taken === undefined) return { outcome: 'expired_token' };
        const { clientName: name, scopes, expiresInSeconds, userName, email } = taken;
        const made = await addApiKey(client, { ...key, userId, name, scopes, expiresInSeconds });
        return { outcome: 'granted', key: made, user: { userId, name: userName, email } };
      });
    },
  };

  async function asked(deviceCode: string): Promise<AskedLogin | null> {
    const id = deviceLoginIdOf(deviceCode);
    if (id === null) return null;
    const [found] = await rows<{ keyHash: Buffer }>(pool, FIND_HASH, [id]);
    const isRight =
      checkKeyText(deviceCode, found === undefined ? null : { ...found, state: 'active' }) === 'active';
    if (!isRight) return null;
    const [login] = await rows<AskedLogin>(pool, ASK, [id, DEVICE_POLL_SECONDS]);
    return login ?? null;
  }
}

interface AskedLogin {
  id: string;
  isTooSoon: boolean;
  state: 'pending' | 'approved' | 'denied';
  userId: string | null;
}

interface TakenLogin {
  clientName: string;
  scopes: ApiKeyScope[];
  expiresInSeconds: number;
  userName: string;
  email: string;
}

function tooManyOfAddress(): ServiceError {
  return new ServiceError('rate_limited', {
    detail: `More than ${DEVICE_LOGINS_OF_ADDRESS_MAX} logins of the address wait for somebody to confirm them`,
    retryAfterSeconds: 60,
  });
}

/** What counts as one address, as SQL: one host can use all of a /64 network. Other texts than IPv6 stay, such as those with a zone. */
const placeOf = (address: string) => `
  CASE WHEN ${address} ~ '^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/64)?$' THEN network(set_masklen(${address}::inet, 64))::text ELSE ${address} END`;

const INSERT = {
  name: 'device-login-insert-2',
  text: `
    WITH open AS MATERIALIZED (
      SELECT count(*) >= $10 AS is_full, count(*) FILTER (WHERE ${placeOf('address')} = ${placeOf('$5::text')}) >= $11 AS is_many
        FROM device_login WHERE state = 'pending' AND expires_at > now()
    ), begun AS (
      INSERT INTO device_login (id, device_code_hash, user_code_hash, client_name, address, scopes, expires_in_seconds, expires_at, poll_seconds, next_poll_at)
      SELECT $1, $2, $3, $4, $5::text, $6, $7, now() + $8::int * interval '1 second', $9, ${AT_ONCE} FROM open WHERE NOT is_full AND NOT is_many
    )
    SELECT is_full AS "isFull", is_many AS "isMany" FROM open`,
};

const FIND_PENDING = {
  name: 'device-login-find-pending',
  text: `
    SELECT client_name AS "clientName", address, scopes, expires_in_seconds AS "expiresInSeconds", created_at AS "createdAt", expires_at AS "expiresAt"
      FROM device_login WHERE user_code_hash = $1 AND state = 'pending' AND expires_at > now()`,
};

const RESOLVE = {
  name: 'device-login-resolve',
  text: `
    UPDATE device_login
       SET state = $2, user_id = $3, scopes = coalesce($4::text[], scopes), expires_in_seconds = coalesce($5::int, expires_in_seconds)
     WHERE user_code_hash = $1 AND state = 'pending' AND expires_at > now() RETURNING id`,
};

const FIND_HASH = {
  name: 'device-login-find-hash',
  text: `SELECT device_code_hash AS "keyHash" FROM device_login WHERE id = $1 AND expires_at > now()`,
};

// Of two questions at once, the second one waits for the row and comes too soon.
const ASK = {
  name: 'device-login-ask',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT id, next_poll_at > now() AS is_too_soon FROM device_login WHERE id = $1 AND expires_at > now() FOR NO KEY UPDATE
    )
    UPDATE device_login d
       SET poll_seconds = d.poll_seconds + CASE WHEN a.is_too_soon THEN $2::int ELSE 0 END,
           next_poll_at = now() + (d.poll_seconds + CASE WHEN a.is_too_soon THEN $2::int ELSE 0 END - 1) * interval '1 second'
      FROM asked a WHERE d.id = a.id
    RETURNING d.id, a.is_too_soon AS "isTooSoon", d.state, d.user_id AS "userId"`,
};

const TAKE = {
  name: 'device-login-take',
  text: `
    DELETE FROM device_login d USING "user" u
     WHERE d.id = $1 AND d.state = 'approved' AND d.expires_at > now() AND u.id = d.user_id
    RETURNING d.client_name AS "clientName", d.scopes, d.expires_in_seconds AS "expiresInSeconds", u.name AS "userName", u.email`,
};
