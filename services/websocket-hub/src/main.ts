import { setFlagsFromString } from 'node:v8';
import { MediaLinks } from '@svc/domain';
import { createMessages, MediaStorage, MessageStreams } from '@svc/messages';
import { configurationOrExit, sealingKeyBytes, systemClock } from '@svc/runtime';
import { createSignIn, withApiKeys } from '@svc/sign-in';
import { runStandalone } from '@svc/standalone';
import { composeWebsocketHub } from './compose.js';
import { readProcessConfig } from './env.js';

// V8 never takes frames of many kibibytes for young, and would let them pile up.
setFlagsFromString('--heap-growing-percent=30');

const config = configurationOrExit(readProcessConfig);

await runStandalone('websocket-hub', config, ({ store, broker, announcer, hints, logger, metrics }) => {
  const { publicBaseUrl } = config;
  const media = new MediaStorage({ dataDir: config.dataDir, publicBaseUrl });
  const messages = createMessages({ store, media, announcer, hints });
  const secretsKeys = sealingKeyBytes(config.sealing);
  const signIn = createSignIn({ store, secretsKeys, publicBaseUrl, logger, clock: systemClock });
  return composeWebsocketHub(config, {
    store,
    broker,
    hints,
    acceptAgentMessage: messages.acceptAgentMessage,
    streams: new MessageStreams({ store, messages, hints, logger }),
    users: withApiKeys({ signIn, apiKeys: store.apiKeys, logger }),
    publicBaseUrl,
    mediaLinks: new MediaLinks({
      ...{ secretsKeys, agentDays: config.mediaLinkDays, nowMs: () => systemClock.nowMs() },
    }),
    logger,
    metrics,
  });
});
