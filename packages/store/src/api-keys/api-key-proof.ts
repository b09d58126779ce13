import { apiKeyIdOf, checkKeyText } from '@svc/domain';
import type { ApiKeyScope } from '@svc/domain';
import type { ApiKeys } from './api-keys.js';

export type ApiKeyProof =
  | {
      outcome: 'proven';
      keyId: string;
      /** What the person calls the key. */
      keyName: string;
      user: { userId: string; name: string };
      scopes: readonly ApiKeyScope[];
      endsAt: Date;
    }
  | { outcome: 'wrong'; keyId: string }
  /** The caller has the whole key, but the key has ended. */
  | { outcome: 'key_expired' | 'key_revoked'; keyId: string };

/** Checks what a program shows as the key of a person. `null` if the text is no such key at all, such as the token of a session. */
export async function proveApiKey(
  apiKeys: Pick<ApiKeys, 'identify'>,
  text: string,
): Promise<ApiKeyProof | null> {
  const keyId = apiKeyIdOf(text);
  if (keyId === null) return null;
  const key = await apiKeys.identify(keyId);
  const check = checkKeyText(text, key);
  if (check === 'wrong' || key === null) return { outcome: 'wrong', keyId };
  if (check !== 'active') return { outcome: check === 'expired' ? 'key_expired' : 'key_revoked', keyId };
  const { name: keyName, userId, userName: name, scopes, expiresAt: endsAt } = key;
  return { outcome: 'proven', keyId, keyName, user: { userId, name }, scopes, endsAt };
}
