import { runStandalone } from '@svc/standalone';
import { composeTriggerIntake } from './compose.js';
import { readProcessConfig } from './env.js';

await runStandalone('trigger-intake', readProcessConfig(), composeTriggerIntake);
