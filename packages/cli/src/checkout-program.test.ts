import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const PROGRAM = 'packages/cli/bin/svc.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-program-'));
  mkdirSync(join(root, dirname(PROGRAM)), { recursive: true });
  cpSync(join(import.meta.dirname, '../bin/svc.mjs'), join(root, PROGRAM));
  write('packages/cli/package.json', '{ "type": "module" }');
});
afterEach(() => rmSync(root, { recursive: true }));

it('svc of a checkout runs what is packed, and else the code as it is', () => {
  write('packages/cli/dist/main.js', says('the code'));
  expect(run('whoami')).toBe('the code: whoami');
  write('dist/bin/svc.mjs', says('packed'));
  expect(run('whoami')).toBe('packed: whoami');
});

it('svc of a checkout that has not been built names what is missing', () => {
  expect(() => run()).toThrow('packages/cli/dist/main.js');
});

function says(words: string): string {
  return `console.log('${words}: ' + process.argv.slice(2).join(' '))`;
}

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, [join(root, PROGRAM), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}
