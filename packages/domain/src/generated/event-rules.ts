// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const EVENT_RULES = {
  decision_resolved: { subject: 'decision', agents: ['interactive', 'approval-only'], isPushedOnConnect: true },
  run_cancelled: { subject: 'task', agents: ['interactive'], isPushedOnConnect: true },
  task_due: { subject: 'run', agents: ['interactive'], isPushedOnConnect: false },
  task_trigger: { subject: 'run', agents: ['interactive'], isPushedOnConnect: false },
  user_message: { subject: 'message', agents: ['interactive'], isPushedOnConnect: true },
} as const;
