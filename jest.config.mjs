import { globSync } from 'node:fs';
import { join } from 'node:path';
import { EACH_SHAPE, hasMark, JOURNEY, ONLY_IN_ALL } from './test/marks.mjs';

/**
 * Which files a run has: `gate` are those of `npm test`, `rest` what it leaves to `npm run test:all`. Otherwise all, for whoever names some.
 */
const { TEST_TIER: tier } = process.env;

/** All tests run on the sources, as Node loads them (`scripts/testing/native`). Those of `test/` drive the built product. */
const sources = {
  runtime: '<rootDir>/scripts/testing/native/runtime.mjs',
  testEnvironment: '<rootDir>/scripts/testing/native/environment.mjs',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  rootDir: import.meta.dirname,
};

const UNIT = [
  '{proto-events,packages,services}/**/src/**/*.test.ts',
  'docs/site/src/*.test.ts',
  '{scripts,test/tidy}/**/*.test.ts',
];

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

/** Patterns of the paths of those files that a project does not run. */
function without(globs, isLeftOut) {
  const options = { cwd: import.meta.dirname, exclude: (path) => /(^|\/)node_modules(\/|$)/.test(path) };
  return globSync(globs, options)
    .filter((path) => isLeftOut(join(import.meta.dirname, path)))
    .map((path) => `/${path.replaceAll('.', '\\.')}$`);
}

/** The same for files that belong to one tier. */
function outsideTier(globs, isInGate) {
  return tier === undefined ? [] : without(globs, (path) => isInGate(path) !== (tier === 'gate'));
}

const isInGate = (path) => !hasMark(path, ONLY_IN_ALL);

export default {
  // A limit costs nothing where all is well. Above what a wait of its own may take, which says what did not come.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/long-waits-first.mjs',
  projects: [
    {
      ...sources,
      displayName: 'unit',
      testMatch: UNIT.map((glob) => `<rootDir>/${glob}`),
      testPathIgnorePatterns: ['/node_modules/', ...outsideTier(UNIT, isInGate)],
    },
    {
      ...specification('all-in-one', '<rootDir>/test/spec/setup/start-all-in-one.mjs'),
      testPathIgnorePatterns: without(['test/spec/*.test.ts'], (path) => !hasMark(path, EACH_SHAPE)),
    },
    {
      ...specification('services', '<rootDir>/test/spec/setup/start-services.mjs'),
      // The demo is only in the embedded default, and its tests start that themselves.
      testPathIgnorePatterns: ['/demo\\.test\\.ts$', ...outsideTier(['test/spec/*.test.ts'], isInGate)],
    },
    { ...sources, displayName: 'smoke', testMatch: ['<rootDir>/test/smoke/*.test.ts'] },
    {
      ...sources,
      displayName: 'browser',
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      testPathIgnorePatterns: outsideTier(['test/browser/*.test.ts'], (path) => hasMark(path, JOURNEY)),
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
