import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noSingleLook } from './scripts/lint/no-single-look.mjs';

/** What waits for time to pass. Tests wait for a signal (STYLE.md, "Tests"). */
const WAITS_FOR_TIME = [
  "MemberExpression[property.name='waitForTimeout']",
  "CallExpression[callee.property.name='waitForLoadState'] > Literal[value='networkidle']",
  "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'][arguments.0.type='Identifier']",
  "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'] > ArrowFunctionExpression[body.callee.name=/^(resolve|done)$/]",
  "ImportDeclaration[source.value='node:timers/promises']",
];

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.data/**', '**/.turbo/**', '**/*.cjs'],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['services/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: {
      parserOptions: {
        project: './services/console/tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // The router ends a navigation by throwing where it leads.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // What runs in the page is written among what drives it.
    files: ['test/browser/**/*.ts'],
    languageOptions: {
      parserOptions: { project: './test/browser/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { local: { rules: { 'no-single-look': noSingleLook } } },
    rules: { 'local/no-single-look': 'error' },
  },
  {
    files: ['**/*.test.ts', '**/*.suite.ts', 'test/**/*.ts'],
    // The faults come at random times, which is what they test; a schedule by cron comes at a full minute; callers keep to their pace.
    ignores: [
      'test/faults/**',
      'test/spec/schedules-{by-cron,after-downtime}.test.ts',
      'test/containers/refusals.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...WAITS_FOR_TIME.map((selector) => ({
          selector,
          message: 'Waiting for time is too short on a busy machine: wait for what should happen.',
        })),
      ],
    },
  },
  {
    files: ['services/console/public/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortController',
          'HTMLScriptElement',
          'addEventListener',
          'document',
          'localStorage',
          'location',
          'sessionStorage',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: [
      '**/*.test.ts',
      '**/*.suite.ts',
      'test/**/*.ts',
      'bench/**/*.ts',
      'packages/test{kit,bed}/**/*.ts',
    ],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        WebSocket: 'readonly',
        setImmediate: 'readonly',
        performance: 'readonly',
        AbortController: 'readonly',
        TextDecoder: 'readonly',
        TextEncoder: 'readonly',
        Response: 'readonly',
      },
    },
  },
);
