/** Only interactive agents chat and run tasks; approval-only agents receive `decision_resolved` alone. */
export const AGENT_KINDS = ['interactive', 'approval-only'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/** `error` after {@link AGENT_ERROR_THRESHOLD_DEFAULT} failed deliveries in a row. */
export const AGENT_STATUSES = ['active', 'error'] as const;
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Failed deliveries in a row after which an agent's status becomes `error`. */
export const AGENT_ERROR_THRESHOLD_DEFAULT = 5;

/** What comes only to agents whose owner turned it on, named as the type of event that it is about. */
export const AGENT_FEATURES = ['run_cancelled'] as const;
export type AgentFeature = (typeof AGENT_FEATURES)[number];
