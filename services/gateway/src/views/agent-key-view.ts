import type { AgentKeyRecord } from '@svc/store';

/** A key as its agent's owner sees it. */
export function agentKeyView(key: AgentKeyRecord) {
  return {
    key_id: key.keyId,
    name: key.name,
    scopes: key.scopes,
    state: key.state,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    online: key.online,
  };
}
