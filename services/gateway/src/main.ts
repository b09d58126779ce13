import { MediaLinks } from '@svc/domain';
import { MediaStorage } from '@svc/messages';
import { configurationOrExit, sealingKeyBytes, systemClock, createWebhookGuard } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeGateway } from './compose.js';
import { readProcessConfig } from './env.js';
import { consoleFolder, docsSiteFolder } from './sites.js';

const config = configurationOrExit(readProcessConfig);

await runStandalone('gateway', config, ({ store, broker, announcer, hints, logger, metrics }) => {
  const guard = createWebhookGuard({ allowedNetworks: config.webhookAllowedNetworks });
  const secretsKeys = sealingKeyBytes(config.sealing);
  return composeGateway(config, {
    store,
    broker,
    announcer,
    hints,
    media: new MediaStorage({ dataDir: config.dataDir, publicBaseUrl: config.publicBaseUrl }),
    dataDir: config.dataDir,
    logger,
    metrics,
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
