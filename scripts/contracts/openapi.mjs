import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../packages/http-contract/bundle.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';

/**
 * Lints the OpenAPI document, as `GET /openapi.json` serves it, with Redocly's command line.
 *
 * @param {string} root the folder that holds `packages` and `proto-events`.
 * @returns {Promise<string[]>} what is wrong; empty if nothing.
 */
export async function lintOpenapi(root) {
  let document;
  try {
    document = await bundle(root);
  } catch (error) {
    return [error.message];
  }
  // In a folder of its own the linter finds no configuration and no list of problems to ignore.
  const folder = await mkdtemp(join(tmpdir(), 'openapi-lint-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document, null, 2));
    return await redoclyLint(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function redoclyLint(folder) {
  const program = join(repositoryRoot(), 'node_modules/@redocly/cli/bin/cli.js');
  const args = [program, 'lint', 'openapi.json', '--extends=recommended-strict', '--max-problems=1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? [] : [Buffer.concat(output).toString()]));
  });
}
