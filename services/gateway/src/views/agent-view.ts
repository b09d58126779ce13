import type { AgentRecord, BreakerRecord, AgentKeyRecord, ApiKeyRecord } from '@svc/store';

export function ownAgentView(agent: AgentRecord, online: boolean) {
  return {
    agent_id: agent.agentId,
    agent_name: agent.agentName,
    kind: agent.kind,
    status: agent.status,
    webhook_url: agent.webhookUrl,
    push_triggers_to_webhook: agent.pushTriggersToWebhook,
    features: agent.features,
    online,
    created_at: agent.createdAt.toISOString(),
  };
}

export interface AgentPresence {
  /** Open WebSockets. */
  connections: number;
  /** Default: never. */
  lastPolledAt?: Date | undefined;
}

/** An agent as its owner sees it. */
export function agentView(
  agent: AgentRecord,
  { connections, lastPolledAt }: AgentPresence,
  breaker: BreakerRecord | null,
) {
  return {
    agent_id: agent.agentId,
    agent_name: agent.agentName,
    kind: agent.kind,
    status: agent.status,
    status_reason: agent.statusReason,
    webhook_url: agent.webhookUrl,
    push_triggers_to_webhook: agent.pushTriggersToWebhook,
    features: agent.features,
    online: connections > 0,
    connections,
    last_polled_at: lastPolledAt?.toISOString() ?? null,
    consecutive_failures: agent.consecutiveFailures,
    created_at: agent.createdAt.toISOString(),
    own_signing_secret: agent.hasSigningSecret,
    previous_signature_until: agent.previousSignatureUntil?.toISOString() ?? null,
    webhook_breaker: breaker === null ? null : breakerView(breaker),
  };
}

function breakerView(breaker: BreakerRecord) {
  const { state, openedAt, attempts, failures, probes, nextProbeAt, heldEvents } = breaker;
  return {
    state,
    opened_at: openedAt.toISOString(),
    attempts,
    failures,
    probes,
    next_probe_at: nextProbeAt?.toISOString() ?? null,
    held_events: heldEvents,
  };
}

export function agentKeyView(key: AgentKeyRecord) {
  return { ...keyView(key, key.expiresAt?.toISOString() ?? null), online: key.online };
}

export function apiKeyView(key: ApiKeyRecord) {
  return keyView(key, key.expiresAt.toISOString());
}

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
