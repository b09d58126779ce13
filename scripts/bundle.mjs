/** `node scripts/bundle.mjs <folder>`: the five services and the migration as files that need Node alone, for a container. */
import { resolve } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { giveUp, say } from './preparation/progress.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) giveUp('Where to? node scripts/bundle.mjs <folder>');

await prepare();
// Imported only now: before the installation its packages are not there.
const { bundle } = await import('./bundling/bundle.mjs');
await bundle(repositoryRoot(), resolve(folder)).catch((error) => giveUp(error.message));
say(`Bundled into ${resolve(folder)}.`);
