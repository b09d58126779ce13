import * as contract from '@svc/proto-events';

type Validate = (frame: unknown) => boolean;

const TO_AGENTS: Record<string, Validate> = {
  auth_ok: contract.validateAuthOkFrame,
  message_ack: contract.validateMessageAckFrame,
  error: contract.validateErrorFrame,
  gap: contract.validateGapFrame,
  user_message: contract.validateUserMessageEvent,
  task_due: contract.validateTaskDueEvent,
  task_trigger: contract.validateTaskTriggerEvent,
  decision_resolved: contract.validateDecisionResolvedEvent,
  run_cancelled: contract.validateRunCancelledEvent,
  // What a person sends to try a webhook.
  test: () => true,
};

const TO_CLIENTS: Record<string, Validate> = {
  auth_ok: contract.validateClientAuthOkFrame,
  error: contract.validateErrorFrame,
  stream: contract.validateClientStreamFrame,
};

/** Whether the contract has such a frame for agents, or such an event for webhooks. */
export function isAgentFrame(frame: Record<string, unknown>): boolean {
  return TO_AGENTS[String(frame['type'])]?.(frame) === true;
}

/** The same for the socket of the client app, most of whose frames tell of changes. */
export function isClientFrame(frame: Record<string, unknown>): boolean {
  return (TO_CLIENTS[String(frame['type'])] ?? contract.validateClientChangeFrame)(frame);
}
