import type { NewTask } from './agent-api.js';

/** Often enough to be seen on a first visit. */
export const CHECK_IN: NewTask = {
  name: 'Check in',
  prompt: 'Look at your own traffic and say in a line whether all is well.',
  schedule: '*/5 * * * *',
};

/** Called by whoever has its URL. */
export const DEPLOY_HOOK: NewTask = {
  name: 'Deploy hook',
  prompt: 'Show what the webhook was called with.',
  schedule: 'event',
};
