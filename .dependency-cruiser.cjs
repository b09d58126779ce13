/** The import rules of ARCHITECTURE.md. `npm run imports` checks them, and `npm test` with it. */

const TEST_FILES = '\\.(test|suite)\\.ts$';
const OURS = '^(proto-events|packages|services)/';

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'A cycle means that two files are one, or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain holds rules without I/O: of the platform it may use node:crypto alone.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'domain-has-no-packages',
      comment: 'domain imports nothing of ours and nothing that could do I/O.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: TEST_FILES },
      to: {
        pathNot: ['^packages/domain/src', '^(node:)?crypto$', 'node_modules/cron-parser/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      comment: 'proto-events is the ground that both sides of a message stand on.',
      severity: 'error',
      from: { path: '^proto-events/' },
      to: { path: '^(packages|services)/', pathNot: 'node_modules' },
    },
    {
      name: 'no-service-to-service',
      comment: 'Services meet through events and the store; only all-in-one puts them together.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/all-in-one/' },
      to: { path: '^services/', pathNot: ['^services/$1/', 'node_modules'] },
    },
    {
      name: 'no-package-to-service',
      comment: 'The arrow goes services -> packages.',
      severity: 'error',
      from: { path: '^(packages|proto-events)/' },
      to: { path: '^services/', pathNot: 'node_modules' },
    },
    {
      name: 'no-deep-import',
      comment: 'A package is used through its index alone.',
      severity: 'error',
      from: { path: '^((?:packages|services)/[^/]+|proto-events)/' },
      to: {
        path: OURS,
        pathNot: ['^$1/', '^((packages|services)/[^/]+|proto-events)/src/index\\.ts$', 'node_modules'],
      },
    },
    {
      name: 'no-deep-import-from-outside',
      comment: 'The black-box suites and measurements use packages through their index, too.',
      severity: 'error',
      from: { path: '^(test|bench)/' },
      to: {
        path: OURS,
        pathNot: ['^((packages|services)/[^/]+|proto-events)/src/index\\.ts$', 'node_modules'],
      },
    },
    {
      name: 'testkit-is-for-tests',
      comment: 'What only tests use must not reach a deployment.',
      severity: 'error',
      from: { pathNot: ['^(test|bench|packages/test(kit|bed))/', TEST_FILES] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'no-orphan',
      comment: 'A file that nothing imports and that imports nothing is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          TEST_FILES,
          '/(main|[a-z-]+-main|index)\\.tsx?$',
          '\\.(mjs|cjs)$',
          '\\.config\\.ts$',
          '/(dist|generated|public)/',
        ],
      },
      to: {},
    },
    {
      name: 'no-undeclared-dependency',
      comment:
        "A package lists what it imports; what is only in the root comes and goes with others. Tests may use the root's tools.",
      severity: 'error',
      from: { path: '^(proto-events|packages|services)/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment:
        'What runs in a deployment is a dependency, not a devDependency. Types vanish in the build, and the console is bundled.',
      severity: 'error',
      from: {
        path: '^(proto-events|packages|services)/[^/]+/src',
        pathNot: [TEST_FILES, '^packages/testkit/', '^services/console/'],
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere fails only when it runs.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/src/generated/'] },
    exclude: { path: '(^|/)(dist|coverage|\\.turbo|\\.data)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.check.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
