import { relative } from 'node:path';
import { repositoryRoot } from '../preparation/processes.mjs';
import { TESTS_FAILED } from './jest-run.mjs';

/** More failed files than these are no chance. */
const FILES_MAX = 40;

/** Runs the files that failed once more, alone and one at a time. What passes then has failed by chance. */
export async function lookAgain(first, run) {
  const { failedFiles: files, exitCode } = first;
  if (exitCode !== TESTS_FAILED || files.length === 0 || files.length > FILES_MAX)
    return { ...first, flaky: [] };
  const projects = new Set(files.map(({ project }) => project));
  const paths = new Set(files.map(({ path }) => path));
  const second = await run(['--maxWorkers=1', '--selectProjects', ...projects, '--runTestsByPath', ...paths]);
  // More than tests failed, such as the start of a product: what failed at first counts as failed.
  if (![0, TESTS_FAILED].includes(second.exitCode)) return { ...first, exitCode: second.exitCode, flaky: [] };
  const former = (count) => files.reduce((total, file) => total + file[count], 0);
  return {
    passed: first.passed + second.passed - former('passed'),
    failed: first.failed + second.failed - former('failed'),
    exitCode: second.exitCode,
    flaky: files.flatMap((file) => flakyTests(file, second)),
  };
}

/** Those of a file that do not fail again. A file that could not be run has no tests. */
function flakyTests({ path, project, tests }, second) {
  const again = second.failedFiles.find((file) => file.path === path && file.project === project);
  const names = tests.length === 0 ? ['the whole file'] : tests;
  const passed = again === undefined ? names : tests.filter((test) => !again.tests.includes(test));
  return passed.map((test) => `${relative(repositoryRoot(), path)} › ${test}`);
}
