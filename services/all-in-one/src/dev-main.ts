import { configurationOrExit } from '@svc/runtime';
import { readAllInOneConfig } from './env.js';
import { stopLeftDatabase } from './left-database.js';
import { runAllInOne } from './run.js';

// What `npm run dev` starts instead of `main.js`: a process that says when its code is loaded, waits until its predecessor has gone, and
// leaves the database running for its successor. `scripts/development/replaceable-product.mjs` is the other side.

const config = configurationOrExit(readAllInOneConfig);
let isReplaced = false;

process.on('message', (order) => {
  if (order !== 'make-room') return;
  isReplaced = true;
  end();
});
// Whoever started it is gone.
process.on('disconnect', end);

process.send?.('loaded');
const order = await new Promise((resolve) => process.once('message', resolve));
if (order === 'stop-database') {
  await stopLeftDatabase(config);
  process.exit(0);
}
await runAllInOne(config, {
  adoptsPostgres: order === 'succeed',
  leavesPostgres: () => isReplaced,
  greets: order !== 'succeed',
});
process.send?.('ready');

/** As the signal would, which is heard once everything is under way. */
function end(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
}
