// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const EVENT_CHANNELS = ['websocket', 'webhook', 'poll', 'long_poll'] as const;
