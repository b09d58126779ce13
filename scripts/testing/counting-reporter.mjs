import { writeFileSync } from 'node:fs';

/** Writes its counts before a project's teardown, since Jest's own report is missing if one fails. */
export default class CountingReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const failedFiles = testResults.filter((file) => failuresOf(file) > 0).map(failedFile);
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    writeFileSync(
      process.env.JEST_COUNTS_FILE,
      JSON.stringify({ passed: numPassedTests, failed, failedFiles }),
    );
  }
}

function failedFile(file) {
  const failures = file.testResults.filter(({ status }) => status === 'failed');
  return {
    path: file.testFilePath,
    project: file.displayName?.name,
    passed: file.numPassingTests,
    failed: failuresOf(file),
    tests: failures.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' › ')),
  };
}

/** A file that could not be run is one failure. */
function failuresOf({ numFailingTests, testExecError }) {
  return numFailingTests || (testExecError ? 1 : 0);
}
