import { DiskMediaStorage } from '@svc/media';
import { createMessages } from '@svc/messages';
import { runStandalone } from '@svc/standalone';
import { composeWebsocketHub } from './compose.js';
import { readProcessConfig } from './env.js';

const config = readProcessConfig();

await runStandalone('websocket-hub', config, ({ store, broker, logger, metrics }) => {
  const media = new DiskMediaStorage({ dataDir: config.dataDir, publicBaseUrl: config.publicBaseUrl });
  const messages = createMessages({ store, media, broker, logger });
  const composed = composeWebsocketHub(config, {
    store,
    broker,
    acceptAgentMessage: ({ imageBase64, ...message }) =>
      messages.acceptAgentMessage({ ...message, image: imageBase64 }),
    logger,
    metrics,
  });
  const publishing = { name: 'publishing', start: async () => {}, stop: () => messages.drain() };
  return { ...composed, services: [publishing, ...composed.services] };
});
