import { configurationOrExit } from '@svc/runtime';
import { runStandalone } from '@svc/standalone';
import { composeTriggerIntake } from './compose.js';
import { readProcessConfig } from './env.js';

const config = configurationOrExit(readProcessConfig);
await runStandalone('trigger-intake', config, (foundation) => composeTriggerIntake(config, foundation));
