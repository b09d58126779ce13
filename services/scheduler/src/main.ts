import { configurationOrExit } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeScheduler } from './compose.js';
import { readProcessConfig } from './env.js';

await runStandalone('scheduler', configurationOrExit(readProcessConfig), composeScheduler);
