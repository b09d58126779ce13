import { build } from './build.mjs';
import { install } from './install.mjs';
import { repositoryRoot } from './processes.mjs';
import { giveUp } from './progress.mjs';

const NODE_VERSION_MIN = [20, 19];

/** The environment variable that holds the folder of a checkout which is prepared already, for the processes that are started in it. */
export const PREPARED = 'PREPARED_CHECKOUT';

/**
 * Makes a checkout ready to run: right Node, dependencies installed, everything built.
 * What has not changed since the last time is not done again, so a second call takes milliseconds.
 * Ends the process with a message where something fails.
 *
 * A process that a prepared one starts does nothing again: an edit during a test run must not be built under the tests.
 *
 * @param {{ installOnly?: boolean }} options
 */
export async function prepare({ installOnly = false } = {}) {
  const root = repositoryRoot();
  requireNode();
  quietTools();
  if (process.env[PREPARED] === root) return;
  if (!(await install(root))) {
    giveUp('Installing failed. Is the npm registry in reach? What pnpm said stands above.');
  }
  if (installOnly) return;
  if ((await build(root)).failed) giveUp('Building failed; the reason stands above.');
  process.env[PREPARED] = root;
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin, minorMin] = NODE_VERSION_MIN;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  giveUp(
    `Node ${majorMin}.${minorMin} or newer is needed, this is ${process.versions.node}. Get one at https://nodejs.org.`,
  );
}

/** Tools of ours must not call home or advertise: a newcomer's terminal shows what they asked for and nothing else. */
function quietTools() {
  process.env.DO_NOT_TRACK = '1';
  process.env.PRISMA_HIDE_UPDATE_MESSAGE = '1';
}
