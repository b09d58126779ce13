import { configurationOrExit } from '@svc/runtime';
import { readAllInOneConfig } from './env.js';
import { runAllInOne } from './run.js';

await runAllInOne(configurationOrExit(readAllInOneConfig));
