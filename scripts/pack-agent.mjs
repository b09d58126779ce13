/** `node scripts/pack-agent.mjs <folder>`: `@svc/agent` as it is published, as an npm package in that folder. */
import { writtenInto } from './preparation/written-into.mjs';

await writtenInto(async () => (await import('./packing/agent-package.mjs')).packAgent);
