import { MediaLinks } from '@svc/domain';
import { MediaStorage } from '@svc/messages';
import { configurationOrExit, sealingKeyBytes, systemClock, createWebhookGuard } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeGateway } from './compose.js';
import { readProcessConfig } from './env.js';
import { consoleFolder, docsSiteFolder } from './sites.js';

const config = configurationOrExit(readProcessConfig);

await runStandalone('gateway', config, (parts) => {
  const guard = createWebhookGuard({ allowedNetworks: config.webhookAllowedNetworks });
  const secretsKeys = sealingKeyBytes(config.sealing);
  return composeGateway(config, {
    ...parts,
    media: new MediaStorage({ dataDir: config.dataDir, publicBaseUrl: config.publicBaseUrl }),
    dataDir: config.dataDir,
    publicBaseUrl: config.publicBaseUrl,
    secretsKeys,
    mediaLinks: new MediaLinks({
      ...{ secretsKeys, agentDays: config.mediaLinkDays, nowMs: () => systemClock.nowMs() },
    }),
    webhookGuard: guard,
    consoleFolder: consoleFolder(),
    docsSiteFolder: docsSiteFolder(),
  });
});
