/** `npm start`: everything in one process on one port, with nothing needed but Node. */
import { programPath } from './preparation/parts.mjs';
import { prepare } from './preparation/prepare.mjs';
import { runForeground } from './preparation/processes.mjs';

await prepare();
process.exitCode = await runForeground([programPath('all-in-one')]);
