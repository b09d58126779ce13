// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const EVENT_NAMES = {
  decision_resolved: "Decision",
  run_cancelled: "Run cancelled",
  task_due: "Task due",
  task_trigger: "Trigger",
  user_message: "Message",
} as const;
