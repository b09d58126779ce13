import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ANY_SHAPE, hasMark } from './test/marks.mjs';

/** All tests run on the sources, as Node loads them (`scripts/testing/native`). Those of `test/` drive the built product. */
const sources = {
  runtime: '<rootDir>/scripts/testing/native/runtime.mjs',
  testEnvironment: '<rootDir>/scripts/testing/native/environment.mjs',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  rootDir: import.meta.dirname,
};

/** Of each project with a product. */
const TEARDOWN = '<rootDir>/test/started-product.mjs';

/** The specification runs whole against the services; beside it, what can differ there runs against all in one. */
function specification(mode, start) {
  return againstProduct('spec', mode, start);
}

/** Tests of a folder of `test/` that use a running product. */
function againstProduct(folder, mode, start) {
  return {
    ...sources,
    displayName: `${folder}: ${mode}`,
    testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
    globals: { SPEC_MODE: mode },
    globalSetup: start,
    globalTeardown: TEARDOWN,
  };
}

/** Patterns of the paths of those files. */
function sameInAnyShape() {
  const folder = join(import.meta.dirname, 'test/spec');
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  return names
    .filter((name) => hasMark(join(folder, name), ANY_SHAPE))
    .map((name) => `/test/spec/${name.replaceAll('.', '\\.')}$`);
}

export default {
  // A test that hangs fails all the same; one that is slow on a busy machine does not. Above what a wait of its own may take, which says what did not come.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/long-waits-first.mjs',
  projects: [
    {
      ...sources,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{proto-events,packages,services}/**/src/**/*.test.ts',
        '<rootDir>/{scripts,test/tidy,test/fuzz/mutations}/**/*.test.ts',
      ],
    },
    {
      ...specification('all-in-one', '<rootDir>/test/spec/setup/start-all-in-one.mjs'),
      testPathIgnorePatterns: sameInAnyShape(),
    },
    {
      ...specification('services', '<rootDir>/test/spec/setup/start-services.mjs'),
      // The demo is only in the embedded default, and its tests start that themselves.
      testPathIgnorePatterns: ['/demo\\.test\\.ts$'],
    },
    {
      ...sources,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.mjs',
      globalTeardown: TEARDOWN,
    },
    againstProduct('python', 'all-in-one', '<rootDir>/test/spec/setup/start-all-in-one.mjs'),
    {
      ...againstProduct('python', 'services', '<rootDir>/test/spec/setup/start-services.mjs'),
      // That one starts a service of its own, whatever runs beside it.
      testPathIgnorePatterns: ['/own-agent-tests\\.test\\.ts$'],
    },
    { ...sources, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.test.ts'] },
    { ...sources, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/*.test.ts'] },
    { ...sources, displayName: 'containers', testMatch: ['<rootDir>/test/containers/**/*.test.ts'] },
  ],
};
