/** `node scripts/bundle.mjs <folder>`: the five services and the migration as files that need Node alone, for a container. */
import { writtenInto } from './preparation/written-into.mjs';

await writtenInto(async () => (await import('./bundling/bundle.mjs')).bundle);
