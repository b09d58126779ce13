import { setFlagsFromString } from 'node:v8';
import { configurationOrExit } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { createWebsocketHub } from './compose.js';
import { readProcessConfig } from './env.js';

// V8 never takes frames of many kibibytes for young, and would let them pile up.
setFlagsFromString('--heap-growing-percent=30');

const config = configurationOrExit(readProcessConfig);

await runStandalone('websocket-hub', config, (foundation) => createWebsocketHub(config, foundation));
