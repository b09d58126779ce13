/** `node scripts/pack-cli.mjs <folder>`: `svc` as it is published, as an npm package in a file of that folder. */
import { resolve } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { giveUp, say } from './preparation/progress.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) giveUp('Where to? node scripts/pack-cli.mjs <folder>');

await prepare();
// Imported only now: before the installation its packages are not there.
const { packCli } = await import('./packing/cli-package.mjs');
const file = await packCli(repositoryRoot(), resolve(folder)).catch((error) => giveUp(error.message));
say(`Packed as ${file}.`);
