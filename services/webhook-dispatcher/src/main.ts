import { configurationOrExit } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeWebhookDispatcher } from './compose.js';
import { readProcessConfig } from './env.js';

const config = configurationOrExit(readProcessConfig);
await runStandalone('webhook-dispatcher', config, (foundation) =>
  composeWebhookDispatcher(config, foundation),
);
