/** `node scripts/pack-cli.mjs <folder>`: `svc` as it is published, as an npm package in that folder. */
import { writtenInto } from './preparation/written-into.mjs';

await writtenInto(async () => (await import('./packing/cli-package.mjs')).packCli);
