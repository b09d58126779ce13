import type { AgentKeyRecord, ApiKeyRecord } from '@svc/store';

/** A key as its agent's owner sees it. */
export function agentKeyView(key: AgentKeyRecord) {
  return { ...keyView(key, key.expiresAt?.toISOString() ?? null), online: key.online };
}

/** A key as its person sees it. */
export function apiKeyView(key: ApiKeyRecord) {
  return keyView(key, key.expiresAt.toISOString());
}

/** What keys of agents and of people have in common. */
export function keyView<Key extends AgentKeyRecord | ApiKeyRecord, End extends string | null>(
  key: Key,
  expiresAt: End,
) {
  return {
    key_id: key.keyId,
    name: key.name,
    scopes: key.scopes as Key['scopes'],
    state: key.state,
    created_at: key.createdAt.toISOString(),
    expires_at: expiresAt,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
