import type { Logger } from '@svc/runtime';
import { noteKeyUse, proveApiKey } from '@svc/store';
import type { ApiKeys } from '@svc/store';
import type { SignIn } from './sign-in.js';

export interface ApiKeySignIn {
  signIn: Pick<SignIn, 'findSession' | 'openAmong'>;
  apiKeys: Pick<ApiKeys, 'activeAmong' | 'identify' | 'noteUse'>;
  logger: Pick<Logger, 'warn'>;
}

/** Every id of a key begins so, and no id of a session. */
const KEY_PREFIX = 'pat_';

/** Authenticates API keys as well: a key that may read looks like a session, which has the key's id and ends with the key. */
export function withApiKeys({
  signIn,
  apiKeys,
  logger,
}: ApiKeySignIn): Pick<SignIn, 'findSession' | 'openAmong'> {
  return {
    async findSession(proof) {
      const key = proof.kind === 'bearer' ? await proveApiKey(apiKeys, proof.token) : null;
      if (key === null) return signIn.findSession(proof);
      if (key.outcome !== 'proven' || !key.scopes.includes('read')) return null;
      noteKeyUse(key.keyId, { keys: apiKeys, logger });
      return { sessionId: key.keyId, user: key.user, expiresAtMs: key.endsAt.getTime() };
    },

    async openAmong(ids) {
      const isKey = (id: string): boolean => id.startsWith(KEY_PREFIX);
      const keyIds = ids.filter(isKey);
      const [sessions, keys] = await Promise.all([
        signIn.openAmong(ids.filter((id) => !isKey(id))),
        keyIds.length === 0 ? new Set<string>() : apiKeys.activeAmong(keyIds),
      ]);
      return new Set([...sessions, ...keys]);
    },
  };
}
