/** The import rules of ARCHITECTURE.md. `npm run imports` checks them, and `npm test` with it. */

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const TEST_FILES = '\\.(test|suite)\\.ts$';
/** They run where the sources stand, and never with the package: they read the contracts of the events by their files. */
const GENERATORS = '^(packages|services)/[^/]+/(generate|bundle|agent-document)\\.mjs$';
/** It has no index. */
const STYLE_SHEET = '^services/console/tokens\\.css$';
const OURS = '^(proto-events|packages|services)/';

/**
 * Which packages of ours a package may import. None may import a service; a service may import any package but the testkit.
 * Tests are free. A line says exactly what the package's manifest declares: {@link asDeclared} refuses any difference.
 */
const MAY_IMPORT = {
  // The contracts of messages, on which both of their sides stand.
  'proto-events': [],
  // Rules. They do no I/O, so they need nothing that does.
  domain: [],
  // How a process lives: start, drain, configuration, logs, HTTP, in and out. It does not know what the process stores or publishes.
  runtime: ['domain'],
  // Carries messages and reads none: what they mean is their consumers' affair.
  broker: ['proto-events'],
  // All that is kept: the ground under the queries, the event log, and the facts, one folder per noun.
  store: ['broker', 'domain', 'proto-events'],
  // Requests and answers as the document describes them, whoever answers.
  'http-contract': ['domain'],
  // Users and their sessions, in the store's tables.
  'sign-in': ['domain', 'runtime', 'store'],
  // Accepts a chat message, from its files to the event that it hands on.
  messages: ['domain', 'store'],
  // Runtime's neighbour: gives one service its store, its broker, its doors, and what announces its commits. No other package knows all of them.
  standalone: ['broker', 'domain', 'runtime', 'store'],
  // Published: whoever installs it has none of our packages. What it needs of the contracts is generated into it.
  agent: [],
  // A client like any other, bundled: of the contract it takes the types alone, and it signs as the service does. Where it acts as an agent, it is one.
  cli: ['agent', 'domain', 'http-contract'],
  // Python, which no rule of this file sees; its generator alone is JavaScript.
  'agent-python': [],
  // Tests only: it meets the product at its public doors, takes the types of the contract for what it reads there, and needs the others to give the product a place of its own.
  testkit: ['http-contract', 'proto-events', 'runtime', 'store'],
};

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
      comment:
        'domain holds rules without I/O: of the platform it may use node:buffer and node:crypto alone.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(buffer|crypto)$' },
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
    ...Object.entries(asDeclared(MAY_IMPORT)).map(([name, allowed]) => ({
      name: `imports-of-${name}`,
      comment: `${name} may import ${allowed.join(', ') || 'nothing'} of ours; see MAY_IMPORT in .dependency-cruiser.cjs.`,
      severity: 'error',
      from: { path: `^${folderOf(name)}/`, pathNot: [TEST_FILES, GENERATORS] },
      to: {
        path: OURS,
        pathNot: [name, ...allowed].map((each) => `^${folderOf(each)}/`).concat('node_modules'),
      },
    })),
    {
      name: 'demo-is-a-client',
      comment: 'The demo is a client like any other: of ours it knows the package for agents alone.',
      severity: 'error',
      from: { path: '^services/all-in-one/src/demo/', pathNot: TEST_FILES },
      to: { path: OURS, pathNot: ['^services/all-in-one/src/demo/', '^packages/agent/', 'node_modules'] },
    },
    {
      name: 'database-knows-no-noun',
      comment: 'The ground under all queries: pool, statements, transactions.',
      severity: 'error',
      from: { path: '^packages/store/src/database/', pathNot: TEST_FILES },
      to: {
        path: OURS,
        pathNot: [
          '^packages/store/src/(database/|generated/|migrate[.]ts)',
          '^packages/domain/',
          'node_modules',
        ],
      },
    },
    {
      name: 'event-log-knows-no-fact',
      comment: 'Facts append to the event log, in the same transaction. It reads none of them.',
      severity: 'error',
      from: { path: '^packages/store/src/events/', pathNot: TEST_FILES },
      to: { path: '^packages/store/src/', pathNot: '^packages/store/src/(database|events|generated)/' },
    },
    {
      name: 'postgres-stands-alone',
      comment:
        'A PostgreSQL of its own is started for tests too, so it knows nothing of the product that is put on it.',
      severity: 'error',
      from: { path: '^services/all-in-one/src/postgres/', pathNot: TEST_FILES },
      to: {
        path: OURS,
        pathNot: [
          '^services/all-in-one/src/(postgres/|data-folder[.]ts)',
          '^packages/runtime/',
          'node_modules',
        ],
      },
    },
    {
      name: 'media-stands-alone',
      comment: 'Files. Which message they belong to, and what a database knows of them, they do not know.',
      severity: 'error',
      from: { path: '^packages/messages/src/media/', pathNot: TEST_FILES },
      to: { path: OURS, pathNot: ['^packages/messages/src/media/', '^packages/domain/', 'node_modules'] },
    },
    {
      name: 'no-service-to-service',
      comment: 'Services meet through events and the store; only all-in-one puts them together.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/all-in-one/' },
      to: { path: '^services/', pathNot: ['^services/$1/', 'node_modules'] },
    },
    {
      name: 'no-deep-import',
      comment: 'A package is used through its index alone.',
      severity: 'error',
      from: { path: '^((?:packages|services)/[^/]+|proto-events)/', pathNot: GENERATORS },
      to: {
        path: OURS,
        pathNot: [
          '^$1/',
          '^((packages|services)/[^/]+|proto-events)/src/index\\.ts$',
          STYLE_SHEET,
          'node_modules',
        ],
      },
    },
    {
      name: 'no-other-barrel',
      comment:
        'A package has one index, at its root. Whatever else hands on what stands elsewhere hides where it stands.',
      severity: 'error',
      from: {},
      to: {
        path: '/index\\.ts$',
        pathNot: [
          '^((packages|services)/[^/]+|proto-events|test/testkit)/src/index\\.ts$',
          '/generated/',
          'node_modules',
        ],
      },
    },
    {
      name: 'no-deep-import-from-outside',
      comment: 'The black-box suites and measurements use packages through their index, too.',
      severity: 'error',
      from: { path: '^(test|bench)/' },
      to: {
        path: OURS,
        // `testing` is what the package for agents publishes beside its index.
        pathNot: [
          '^((packages|services)/[^/]+|proto-events)/src/index\\.ts$',
          '^packages/agent/src/testing\\.ts$',
          'node_modules',
        ],
      },
    },
    {
      name: 'testkit-is-for-tests',
      comment: 'What only tests use must not reach a deployment.',
      severity: 'error',
      from: { pathNot: ['^(test|bench|scripts/testing)/', TEST_FILES] },
      to: { path: '^test/testkit/' },
    },
    {
      name: 'no-dead-file',
      comment: 'A file that nothing imports is dead, unless it is an entry, a test, or named by its path.',
      severity: 'error',
      from: {},
      module: {
        path: '^(proto-events|packages|services|docs/site|scripts|test|bench)/',
        numberOfDependentsLessThan: 1,
        pathNot: [
          TEST_FILES,
          '(^|/)(main|[a-z-]+-main|generate|build)\\.(tsx?|mjs)$|\\.config\\.ts$|\\.d\\.ts$|/public/',
          '^(scripts|bench)/[^/]+$|^scripts/testing/(run|counting-reporter|cheap-passwords|native/[a-z]+)\\.mjs$',
          '^packages/(cli/bin/svc\\.mjs|agent/src/testing/program\\.ts|agent/tests/conformance/subject\\.mjs)$',
          '^test/(long-waits-first|browser/global-setup|spec/(acp-agent|setup/start-all-in-one))\\.mjs$',
        ],
      },
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
        'What runs in a deployment is a dependency, not a devDependency. Types vanish in the build, and the console and the documentation are built into files.',
      severity: 'error',
      from: {
        path: '^(proto-events|packages|services)/[^/]+/src',
        pathNot: [TEST_FILES, '^services/console/'],
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
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.check.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};

function folderOf(name) {
  if (name === 'proto-events') return name;
  return name === 'testkit' ? 'test/testkit' : `packages/${name}`;
}

/** The table, if it names every package and says of each exactly what its manifest says. */
function asDeclared(table) {
  const manifestOf = (name) => join(__dirname, folderOf(name), 'package.json');
  // A folder without a manifest is what an older checkout has left.
  const packages = ['proto-events', 'testkit', ...readdirSync(join(__dirname, 'packages'))].filter((name) =>
    existsSync(manifestOf(name)),
  );
  const problems = [...new Set([...packages, ...Object.keys(table)])].flatMap((name) => {
    if (!packages.includes(name)) return [`${name} is no package`];
    const manifest = JSON.parse(readFileSync(manifestOf(name), 'utf8'));
    const declared = Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@svc/'));
    const [has, may] = [declared.map((each) => each.slice('@svc/'.length)), table[name]];
    if (has.sort().join() === may?.slice().sort().join()) return [];
    return [`${name} declares ${has.join(', ') || 'nothing'}`];
  });
  if (problems.length === 0) return table;
  throw new Error(`MAY_IMPORT in .dependency-cruiser.cjs says otherwise: ${problems.join('; ')}`);
}
