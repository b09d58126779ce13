import { configurationOrExit } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeScheduler } from './compose.js';
import { readProcessConfig } from './env.js';

const config = configurationOrExit(readProcessConfig);
await runStandalone('scheduler', config, (foundation) => composeScheduler(config, foundation));
