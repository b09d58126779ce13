/** `npm run bench`: all measurements but the longest. `npm run bench -- <name …>`: those named. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot, runForeground } from './preparation/processes.mjs';
import { giveUp, say } from './preparation/progress.mjs';

/** This one takes half an hour, so it is run by its name only. */
const LONGEST = 'soak';

const available = readdirSync(join(repositoryRoot(), 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !available.includes(name));
if (unknown.length > 0) giveUp(`No measurement ${unknown.join(', ')}. There are: ${available.join(', ')}`);

await prepare();
// Imported only now: before the installation what it stands on is not there.
const { transpile } = await import('./preparation/transpile.mjs');
await transpile(repositoryRoot(), 'bench', 'bench/dist');
const names = wanted.length > 0 ? wanted : available.filter((name) => name !== LONGEST);
let exitCode = 0;
for (const name of names) {
  say(name);
  exitCode = (await runForeground([`bench/dist/${name}.js`])) || exitCode;
}
process.exitCode = exitCode;
