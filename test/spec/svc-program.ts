import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseUrl } from './product-under-test.js';

export const SVC_PROGRAM = join(import.meta.dirname, '../../packages/cli/bin/svc.mjs');

export interface SvcResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface SvcOptions {
  env?: Record<string, string>;
  input?: string;
}

/** A shell of somebody who knows where the service is. Its folder is removed after the file's tests. */
export function useSvc() {
  const home = mkdtempSync(join(tmpdir(), 'svc-command-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const configPath = join(home, 'config.json');

  function start(args: readonly string[], { env = {}, input }: SvcOptions = {}) {
    const own = { PATH: process.env['PATH'] ?? '', HOME: home, SVC_CONFIG: configPath, SVC_URL: baseUrl };
    const child = spawn(process.execPath, [SVC_PROGRAM, ...args], { env: { ...own, ...env } });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (texts[name] += text));
    if (input !== undefined) child.stdin.end(input);
    const ended = new Promise<SvcResult>((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, ...texts }));
    });
    return { child, texts, ended };
  }

  return {
    home,
    configPath,
    start,
    run: (args: readonly string[], options: SvcOptions = {}) => start(args, { input: '', ...options }).ended,
  };
}
