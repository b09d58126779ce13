import { relative } from 'node:path';
import { repositoryRoot } from '../preparation/processes.mjs';
import { TESTS_FAILED } from './jest-run.mjs';

/** More failed files than these are no chance. */
const FILES_MAX = 40;

/**
 * Runs the files that failed once more, alone and one at a time. What passes then has failed by chance.
 *
 * @param {Awaited<ReturnType<typeof import('./jest-run.mjs').runJest>>} first
 * @param {(args: string[]) => Promise<typeof first>} run
 * @returns {Promise<{ passed: number, failed: number, exitCode: number, flaky: string[] }>}
 */
export async function lookAgain(first, run) {
  const { failedFiles, exitCode } = first;
  const mayBeChance = failedFiles.length > 0 && failedFiles.length <= FILES_MAX;
  if (exitCode !== TESTS_FAILED || !mayBeChance) return { ...first, flaky: [] };
  const result = { passed: first.passed, failed: first.failed, exitCode: 0, flaky: [] };
  for (const project of new Set(failedFiles.map((file) => file.project))) {
    const files = failedFiles.filter((file) => file.project === project);
    const selected = project === undefined ? [] : ['--selectProjects', project];
    const paths = files.map(({ path }) => path);
    const second = await run(['--maxWorkers=1', ...selected, '--runTestsByPath', ...paths]);
    if (second.exitCode !== 0) result.exitCode = second.exitCode;
    // More than tests failed, such as the start of a product: what failed at first counts as failed.
    if (![0, TESTS_FAILED].includes(second.exitCode)) continue;
    result.passed += second.passed - sum(files, 'passed');
    result.failed += second.failed - sum(files, 'failed');
    result.flaky.push(...files.flatMap((file) => flakyTests(file, second)));
  }
  return result;
}

/** Those of a file that do not fail again. A file that could not be run has no tests. */
function flakyTests({ path, tests }, second) {
  const again = second.failedFiles.find((file) => file.path === path);
  if (tests.length === 0) return again === undefined ? [nameOf(path, 'the whole file')] : [];
  return tests.filter((test) => !again?.tests.includes(test)).map((test) => nameOf(path, test));
}

function nameOf(path, test) {
  return `${relative(repositoryRoot(), path)} › ${test}`;
}

function sum(files, count) {
  return files.reduce((total, file) => total + file[count], 0);
}
