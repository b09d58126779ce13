import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../preparation/processes.mjs';
import { NODE_LINES, nodeOfLine } from './node-lines.mjs';

const COUNTING_REPORTER = join(import.meta.dirname, 'counting-reporter.mjs');

/** Jest ends with this if nothing but tests failed, and with 1 if a project's setup or teardown did. */
export const TESTS_FAILED = 9;

/**
 * A suite that could not be run counts as one failure. `signal` ends Jest with all that it has started.
 *
 * @returns {Promise<{ passed: number, failed: number, failedFiles: FailedFile[], exitCode: number }>}
 * @typedef {{ path: string, project?: string, passed: number, failed: number, tests: string[] }} FailedFile
 */
export async function runJest(args, env, signal) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-service-jest-'));
  const counts = join(folder, 'counts.json');
  try {
    // A test that failed half-way may leave something running.
    const reporters = ['--reporters=default', `--reporters=${COUNTING_REPORTER}`];
    const options = ['--ci', '--forceExit', `--testFailureExitCode=${TESTS_FAILED}`, ...reporters];
    const jest = ['node_modules/jest/bin/jest.js', ...options, ...args];
    // Tests are TypeScript, which the current line runs as it is.
    const node = await nodeOfLine(NODE_LINES.current, process.env);
    const exitCode = await run(node, jest, { env: { ...env, JEST_COUNTS_FILE: counts }, signal });
    return { ...(await countsOf(counts)), exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function countsOf(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Jest found nothing to run, or could not start.
    return { passed: 0, failed: 0, failedFiles: [] };
  }
}
