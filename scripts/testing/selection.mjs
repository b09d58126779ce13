import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';

const WHAT_THERE_IS = `There is:
  npm test                        what must pass before anything lands
  npm test -- <path> [<path> …]   the test files whose paths contain this
  npm test -- <path> -t <name>    of these the tests whose names fit this expression
  npm run test:all                all that npm test leaves out`;

/**
 * What the arguments ask for. Throws with what there is if nothing is as they say.
 *
 * @param {string[]} args
 * @param {string} root
 * @returns {{ tier?: 'gate' | 'rest', files: string[], jest: string[] }} `jest`: arguments.
 */
export function selection(args, root) {
  const { values, positionals: paths } = parsed(args);
  const name = values.testNamePattern;
  if (values.all && (paths.length > 0 || name !== undefined))
    throw new Error(`--all takes nothing beside it.\n${WHAT_THERE_IS}`);
  const all = globSync('{proto-events,packages,services,docs/site,scripts,test}/**/*.test.ts', {
    cwd: root,
    exclude: isInstalled,
  });
  const unknown = paths.find((path) => !all.some((file) => file.includes(path)));
  if (unknown !== undefined) throw new Error(`No test file has ${unknown} in its path.\n${WHAT_THERE_IS}`);
  const tier = values.all ? 'rest' : 'gate';
  const named = name === undefined ? [] : ['--testNamePattern', name];
  const files = paths.length === 0 ? all : all.filter((file) => paths.some((path) => file.includes(path)));
  if (paths.length === 0 && name === undefined) return { tier, files, jest: [] };
  return { files, jest: ['--passWithNoTests', ...named, ...paths] };
}

const isInstalled = (path) => /(^|\/)node_modules(\/|$)/.test(path);

function parsed(args) {
  const options = { all: { type: 'boolean' }, testNamePattern: { type: 'string', short: 't' } };
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [what] = error.message.split('. ');
    throw new Error(`${what}.\n${WHAT_THERE_IS}`, { cause: error });
  }
}
