// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const EVENT_RULES = {
  decision_resolved: { agents: ['interactive', 'approval-only'], isPushedOnConnect: true },
  run_cancelled: { agents: ['interactive'], isPushedOnConnect: true },
  task_due: { agents: ['interactive'], isPushedOnConnect: false },
  task_trigger: { agents: ['interactive'], isPushedOnConnect: false },
  user_message: { agents: ['interactive'], isPushedOnConnect: true },
} as const;
