import type { ApiKeyRecord } from '@svc/store';

/** A key as its person sees it. */
export function apiKeyView(key: ApiKeyRecord) {
  return {
    key_id: key.keyId,
    name: key.name,
    scopes: key.scopes,
    state: key.state,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
