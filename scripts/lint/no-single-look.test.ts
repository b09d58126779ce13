import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { noSingleLook } from './no-single-look.mjs';

/** As much of the driver as the rule has to tell apart. */
const DRIVER = `
  export interface Locator { innerText(): Promise<string>; count(): Promise<number>; nth(index: number): Locator }
  export interface Answer { status(): number }
  export interface Page { request: { get(path: string): Promise<Answer> }; url(): string; getByText(text: string): Locator }
`;
const AROUND = `
  import type { Page } from 'playwright-core';
  interface Matchers { toBe(value: unknown): Promise<void> }
  declare function expect(seen: unknown): Matchers;
  declare function expectPoll(look: () => unknown): Matchers;
  declare function focused(page: Page): Promise<string>;
  declare function call(url: string): Promise<{ status: number }>;
  declare const page: Page;
`;

const REFUSED = [
  "expect(await page.getByText('Sent').count()).toBe(1)",
  "expect(['inbox', await page.getByText('Sent').nth(0).innerText()]).toBe(1)",
  "const seen = await page.getByText('Sent').innerText(); expect(seen.trim()).toBe('')",
  "const count = await page.getByText('Sent').count(); expect(Math.max(count, 1)).toBe(1)",
  'expect(new URL(page.url()).pathname).toBe(1)',
  // The line of keyboard.test.ts that failed now and then: a dialog gives the focus back a moment after it is gone.
  "await page.getByText('Week 12').count(); expect(await focused(page)).toBe('Week 12')",
];
const ALLOWED = [
  "await expectPoll(() => page.getByText('Sent').count()).toBe(1)",
  "await expectPoll(async () => ['inbox', await focused(page)]).toBe(1)",
  "expect((await page.request.get('/api')).status()).toBe(200)",
  "const url = await page.getByText('https:').innerText(); expect((await call(url)).status).toBe(404)",
];

let folder = '';
let findings: string[][] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-service-lint-'));
  const driver = join(folder, 'node_modules/playwright-core');
  await mkdir(driver, { recursive: true });
  await writeFile(join(driver, 'index.d.ts'), DRIVER);
  const files = [...REFUSED, ...ALLOWED].map((code, index) => ({
    path: join(folder, `case-${index}.ts`),
    text: `${AROUND}\nexport {};\n{ ${code} }`,
  }));
  for (const { path, text } of files) await writeFile(path, text);
  const program = ts.createProgram(
    files.map(({ path }) => path),
    { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, types: [], lib: ['lib.es2022.d.ts'] },
  );
  const linter = new Linter({ cwd: folder });
  const config = {
    files: ['**/*.ts'],
    plugins: { local: { rules: { 'no-single-look': noSingleLook } } },
    rules: { 'local/no-single-look': 'error' },
    languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
  } as Linter.Config;
  findings = files.map(({ path, text }) =>
    linter.verify(text, config, { filename: path }).map(({ ruleId, message }) => ruleId ?? message),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the rule against single looks at a page', () => {
  it.each(REFUSED.map((code, index) => [code, index] as const))('refuses %s', (_code, index) => {
    expect(findings[index]).toEqual(['local/no-single-look']);
  });

  it.each(ALLOWED.map((code, index) => [code, index] as const))('allows %s', (_code, index) => {
    expect(findings[REFUSED.length + index]).toEqual([]);
  });
});
