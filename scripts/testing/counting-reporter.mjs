import { writeFileSync } from 'node:fs';

/** Writes how many tests passed and failed before a project's teardown, since Jest's own report is missing if one fails. */
export default class CountingReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const counts = { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
    writeFileSync(process.env.JEST_COUNTS_FILE, JSON.stringify(counts));
  }
}
