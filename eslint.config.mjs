import tseslint from 'typescript-eslint';

/** What waits for time to pass. Tests wait for a signal (STYLE.md, "Tests"). */
const WAITS_FOR_TIME = [
  "MemberExpression[property.name='waitForTimeout']",
  "CallExpression[callee.property.name='waitForLoadState'] > Literal[value='networkidle']",
  "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'][arguments.0.type='Identifier']",
  "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'] > ArrowFunctionExpression[body.callee.name=/^(resolve|done)$/]",
  "ImportDeclaration[source.value='node:timers/promises']",
];

/** A limit of a test's own, where it is no name that says why: all have the same, which a busy machine does not meet. */
const OWN_LIMITS = [
  "CallExpression[callee.object.name='jest'][callee.property.name='setTimeout'] > Literal",
  "CallExpression[arguments.length=3]:matches([callee.name='it'], [callee.callee.object.name='it']) > Literal.arguments:last-child",
  'CallExpression[callee.name=/^(before|after)(All|Each)$/] > Literal',
];

/** On a busy machine the next call is just going out over an idle connection that the server closes. */
const CLOSES_IDLE = [
  {
    selector:
      "Program:has(ImportDeclaration[source.value='node:http'] ImportSpecifier[imported.name='createServer']):has(CallExpression[callee.name='createServer'] > *.arguments):not(:has(Property[key.name='keepAliveTimeout']))",
    message: 'A server of tests closes no idle connection: `keepAliveTimeout: 0`.',
  },
];

const TESTS = ['**/*.test.ts', '**/*.suite.ts', 'test/**/*.ts'];

/** Rules of our own, and those of selectors. All others are in .oxlintrc.json. */
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/node_modules/**',
      '.data/**',
      '**/.turbo/**',
      '**/*.{js,cjs,mjs}',
    ],
  },
  {
    files: TESTS,
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': ['error', ...CLOSES_IDLE] },
  },
  {
    files: TESTS,
    // The faults come at random times, which is what they test; a schedule by cron comes at a full minute; callers keep to their pace; the kit polls for what tests wait for.
    ignores: [
      'test/faults/**',
      'test/spec/{schedules-by-cron,default-settings}.test.ts',
      'test/containers/refusals.ts',
      'test/testkit/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...CLOSES_IDLE,
        ...WAITS_FOR_TIME.map((selector) => ({
          selector,
          message: 'Waiting for time is too short on a busy machine: wait for what should happen.',
        })),
        ...OWN_LIMITS.map((selector) => ({
          selector,
          message: 'A limit of its own is too short on a busy machine: leave it to `testTimeout`.',
        })),
      ],
    },
  },
);
