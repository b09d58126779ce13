import {
  API_KEY_SCOPES,
  DEVICE_LOGIN_SECONDS,
  DEVICE_POLL_SECONDS,
  invalidField,
  newApiKey,
  newDeviceLogin,
  ServiceError,
  storableTextNotBlank,
  userCodeIn,
} from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { DeviceLoginOutcome } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import type { OperationParts } from './parts.js';

/** If a program does not say for how long it wants a key. */
const KEY_SECONDS_DEFAULT = 90 * 86_400;

/** Of the console; see its router. */
const PAGE = '/device';

/** A patient program whose login goes on never gets these. Each costs statements, so an address gets few. */
const COUNTED: readonly DeviceLoginOutcome['outcome'][] = ['expired_token', 'slow_down', 'access_denied'];

export interface UnauthenticatedCaller {
  address: string;
}

/** The side of the program: `/api/auth/device/*`. */
export function deviceLogins({ store, rateLimits, keptAddress, publicBaseUrl }: OperationParts) {
  return {
    async beginDeviceLogin({ auth: { address }, body }) {
      await rateLimits.countSignIn(address);
      const { loginId, deviceCode, userCode } = newDeviceLogin();
      await store.deviceLogins.begin({
        ...{ loginId, deviceCode, userCode, address: keptAddress(address) },
        clientName: storableTextNotBlank(body.client_name, 'body.client_name'),
        scopes: API_KEY_SCOPES.filter((scope) => body.scopes.includes(scope)),
        expiresInSeconds: body.expires_in_seconds ?? KEY_SECONDS_DEFAULT,
      });
      const page = `${publicBaseUrl}${PAGE}`;
      return {
        ...{ device_code: deviceCode, user_code: userCode, verification_uri: page },
        verification_uri_complete: `${page}?code=${userCode}`,
        ...{ expires_in: DEVICE_LOGIN_SECONDS, interval: DEVICE_POLL_SECONDS },
      };
    },

    async exchangeDeviceCode({ auth: { address }, body }) {
      // By the code, so that only a program that asks without pause is refused.
      const attempt = { address, name: body.device_code };
      await rateLimits.assertMayTryCredentials(attempt);
      const { keyId, text } = newApiKey();
      const call = { address: keptAddress(address) };
      const result = await store.deviceLogins.exchange(body.device_code, { keyId, text, call });
      if (COUNTED.includes(result.outcome)) {
        await rateLimits.countFailedCredentials({ ...attempt, isGuess: result.outcome === 'expired_token' });
      }
      if (result.outcome !== 'granted') throw new ServiceError(result.outcome);
      const { key, user } = result;
      return {
        ...{ access_token: text, token_type: 'Bearer' as const, scope: key.scopes.join(' ') },
        expires_in: Math.round((key.expiresAt.getTime() - key.createdAt.getTime()) / 1_000),
        key_id: keyId,
        user: { user_id: user.userId, name: user.name, email: user.email },
      };
    },
  } satisfies OperationHandlers<UnauthenticatedCaller>;
}

/** The side of the person: `/api/client/account/device-logins/*`. No key opens it. */
export function deviceLoginAnswers({ store, rateLimits }: OperationParts) {
  return {
    async findDeviceLogin({ auth: { userId }, body }) {
      const login = await byCode(userId, body.user_code, (code) => store.deviceLogins.pending(code));
      return viewOf('DeviceLogin', login);
    },

    async resolveDeviceLogin({ auth: { userId }, body }) {
      const granted = body.approved ? choiceIn(body) : null;
      await byCode(userId, body.user_code, async (userCode) =>
        (await store.deviceLogins.resolve({ userCode, userId, granted })) ? true : null,
      );
    },
  } satisfies OperationHandlers<ClientCaller>;

  /** A wrong code counts for the person, from whatever address: who tries codes needs an account for it. */
  async function byCode<T>(
    userId: string,
    typed: string,
    look: (code: string) => Promise<T | null>,
  ): Promise<T> {
    const attempt = { address: '', name: `user codes ${userId}` };
    await rateLimits.assertMayTryCredentials(attempt);
    const code = userCodeIn(typed);
    const result = code === null ? null : await look(code);
    if (result !== null) return result;
    await rateLimits.countFailedCredentials(attempt);
    throw new ServiceError('not_found');
  }
}

function choiceIn({ scopes, expires_in_seconds: expiresInSeconds }: OperationBody<'resolveDeviceLogin'>) {
  if (scopes === undefined) throw invalidField('body.scopes', 'is required to approve');
  if (expiresInSeconds === undefined) throw invalidField('body.expires_in_seconds', 'is required to approve');
  return { scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)), expiresInSeconds };
}
