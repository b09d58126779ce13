/** `node scripts/bundle.mjs <folder>`: services and migration for a container, which need Node alone. */
import { writtenInto } from './preparation/written-into.mjs';

await writtenInto(async () => (await import('./bundling/bundle.mjs')).bundle);
