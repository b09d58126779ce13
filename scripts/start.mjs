/** `npm start`: everything in one process on one port, with nothing needed but Node. */
import { prepare } from './preparation/prepare.mjs';
import { runForeground } from './preparation/processes.mjs';

await prepare();
process.exitCode = await runForeground(['dist/bin/all-in-one.mjs']);
