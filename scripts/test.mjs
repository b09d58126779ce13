/**
 * `npm test`: every check and every test, against real PostgreSQL and RabbitMQ. `npm test -- <jest
 * arguments>` runs the tests that they select. All run on the current line of Node, which images use, and
 * which is fetched where this is another.
 */
import { prepare } from './preparation/prepare.mjs';
import { runForeground } from './preparation/processes.mjs';
import { giveUp } from './preparation/progress.mjs';
import { NODE_LINES, nodeOfLine, withNode } from './testing/node-lines.mjs';

await prepare({ installOnly: true });
try {
  const current = await nodeOfLine(NODE_LINES.current, process.env);
  const oldest = await nodeOfLine(NODE_LINES.oldest, process.env);
  const env = withNode(current, { ...process.env, TEST_NODE_24: current, TEST_NODE_20: oldest });
  const args = ['scripts/testing/run.mjs', ...process.argv.slice(2)];
  process.exitCode = await runForeground(args, { program: current, env });
} catch (error) {
  giveUp(error.message);
}
