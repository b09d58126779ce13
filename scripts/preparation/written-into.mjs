import { relative, resolve } from 'node:path';
import { prepare } from './prepare.mjs';
import { repositoryRoot } from './processes.mjs';
import { giveUp, say } from './progress.mjs';

/**
 * Prepares the checkout, and writes into the folder that the command names. `load` is called after the
 * installation, since what it imports is not there before.
 *
 * @param {() => Promise<(root: string, folder: string) => Promise<string>>} load
 */
export async function writtenInto(load) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) giveUp(`Where to? node ${relative('.', process.argv[1])} <folder>`);
  await prepare();
  const write = await load();
  say(`Wrote ${await write(repositoryRoot(), resolve(folder)).catch((error) => giveUp(error.message))}.`);
}
