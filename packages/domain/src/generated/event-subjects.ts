// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const EVENT_SUBJECTS = {
  decision_resolved: 'decision',
  run_cancelled: 'task',
  task_due: 'run',
  task_trigger: 'run',
  user_message: 'message',
} as const;
