import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ANY_SHAPE, hasMark } from './test/marks.mjs';

/** Unit and integration tests run on the sources; black-box suites drive the built product. */
const sources = {
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' } },
    ],
  },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    // Only their places are asked for; they are not part of any test's sources.
    '^@svc/console/package.json$': '<rootDir>/services/console/package.json',
    '^@svc/docs-site/package.json$': '<rootDir>/packages/docs-site/package.json',
    '^@svc/proto-events$': '<rootDir>/proto-events/src/index.ts',
    '^@svc/(gateway|websocket-hub|scheduler|trigger-intake|webhook-dispatcher|all-in-one|front-door)$':
      '<rootDir>/services/$1/src/index.ts',
    '^@svc/(.*)$': '<rootDir>/packages/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/', '/\\.data/'],
  // A whole `npm test` has written the libraries as few files. Otherwise they are loaded as they are.
  ...(process.env.TEST_LIBRARIES ? { resolver: '<rootDir>/scripts/testing/library-resolver.mjs' } : {}),
  testEnvironment: 'node',
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
