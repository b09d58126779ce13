import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { bundle } from '../../packages/http-contract/bundle.mjs';
import { clientTypes } from '../../packages/http-contract/client-types.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';

/**
 * Lints the OpenAPI document, as `GET /openapi.json` serves it, with Redocly's command line, and reads it as the tools of others do: the parser that
 * most of them stand on, and a generator of clients, whose result is compiled.
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
    await writeFile(join(folder, 'client.ts'), await clientTypes(structuredClone(document)));
    const all = [redoclyLint(folder), parse(document), compile(folder)];
    return (await Promise.all(all)).flat();
  } finally {
    await rm(folder, { recursive: true });
  }
}

function redoclyLint(folder) {
  const options = ['--extends=recommended-strict', '--max-problems=1000'];
  return runIn(folder, ['@redocly/cli/bin/cli.js', 'lint', 'openapi.json', ...options]);
}

async function parse(document) {
  try {
    await SwaggerParser.validate(structuredClone(document));
    return [];
  } catch (error) {
    return [`@apidevtools/swagger-parser: ${error.message}`];
  }
}

function compile(folder) {
  return runIn(folder, ['typescript-7/bin/tsc', '--noEmit', '--strict', 'client.ts']);
}

/** @returns {Promise<string[]>} what an installed program says if it fails. */
function runIn(folder, [program, ...options]) {
  const args = [join(repositoryRoot(), 'node_modules', program), ...options];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? [] : [Buffer.concat(output).toString()]));
  });
}
