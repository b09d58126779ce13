import { MediaLinks } from '@svc/domain';
import { configurationOrExit, sealingKeyBytes, systemClock } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeWebhookDispatcher } from './compose.js';
import { readProcessConfig } from './env.js';

const config = configurationOrExit(readProcessConfig);
const mediaLinks = new MediaLinks({
  secretsKeys: sealingKeyBytes(config.sealing),
  agentDays: config.mediaLinkDays,
  nowMs: () => systemClock.nowMs(),
});
await runStandalone('webhook-dispatcher', config, (foundation) =>
  composeWebhookDispatcher(config, { ...foundation, mediaLinks }),
);
