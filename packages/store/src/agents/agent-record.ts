import type { Agent } from '@svc/database';
import type { AgentFeature, AgentKind, AgentStatus } from '@svc/domain';

/** An agent as its owner sees it, without its secret. */
export interface AgentRecord {
  agentId: string;
  ownerId: string;
  agentName: string;
  kind: AgentKind;
  status: AgentStatus;
  statusReason: string | null;
  webhookUrl: string | null;
  pushTriggersToWebhook: boolean;
  /** In the order of their names. */
  features: AgentFeature[];
  consecutiveFailures: number;
  createdAt: Date;
  /** Whether a secret of its own signs the agent's deliveries. */
  hasSigningSecret: boolean;
  /** Until when what signed before signs as well; may be over. */
  previousSignatureUntil: Date | null;
}

export function agentRecord(row: Agent): AgentRecord {
  return {
    agentId: row.id,
    ownerId: row.ownerId,
    agentName: row.agentName,
    kind: row.kind as AgentKind,
    status: row.status as AgentStatus,
    statusReason: row.statusReason,
    webhookUrl: row.webhookUrl,
    pushTriggersToWebhook: row.pushTriggersToWebhook,
    features: row.features as AgentFeature[],
    consecutiveFailures: row.consecutiveFailures,
    createdAt: row.createdAt,
    hasSigningSecret: row.signingSecretSealed !== null,
    previousSignatureUntil: row.previousSigningUntil,
  };
}
