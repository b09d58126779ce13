import { configurationOrExit } from '@svc/runtime';
import { readAllInOneConfig } from './env.js';
import { stopLeftDatabase } from './left-database.js';
import { runAllInOne } from './run.js';

// `npm run dev` starts this instead of `main.js`. This process says when its code is loaded, waits until its predecessor has gone, and
// leaves the database running for its successor. `scripts/development/replaceable-product.mjs` is the other side.

const config = configurationOrExit(readAllInOneConfig);
let isReplaced = false;

process.on('message', (order) => {
  if (order !== 'make-room') return;
  isReplaced = true;
  end();
});
// The process that started this one is gone.
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

/** Does what the signal would do. The signal works only after everything is under way. */
function end(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0);
}
