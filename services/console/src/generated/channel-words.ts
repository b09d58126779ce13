// Generated from proto-events by generate.mjs. Do not edit: change the contracts and run `pnpm generate`.
export const CHANNEL_WORDS = {
  websocket: {"received":"over its connection","short":"Pushed","long":"Delivered over the agent’s connection."},
  webhook: {"received":"by webhook","short":"Webhook","long":"Delivered to the agent’s webhook."},
  poll: {"received":"by poll","short":"Fetched","long":"Fetched by the agent."},
  long_poll: {"received":"by long poll","short":"Fetched","long":"Fetched and acknowledged by the agent."},
} as const;
