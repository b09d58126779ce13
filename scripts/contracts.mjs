/**
 * `npm run contracts`: lints the OpenAPI and the AsyncAPI document with every rule that the linters
 * recommend; a warning fails too. The OpenAPI document is also read by the parser that most tools stand on.
 * Types of clients are generated from it by `npm run generate`, and compiled by `npm run types`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { fromFile, Parser } from '@asyncapi/parser';
import { bundle } from '../packages/http-contract/bundle.mjs';
import { readYaml } from '../packages/http-contract/read-yaml.mjs';
import { repositoryRoot, run } from './preparation/processes.mjs';

const root = repositoryRoot();
const document = await bundle(root);
// In a folder of its own the linter finds no configuration and no list of problems to ignore.
const folder = await mkdtemp(join(tmpdir(), 'openapi-lint-'));
try {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document, null, 2));
  const exitCodes = await Promise.all([
    lintOpenapi(folder),
    SwaggerParser.validate(structuredClone(document)).then(() => 0),
    lintAsyncapi(join(root, 'proto-events/asyncapi.yaml')),
  ]);
  process.exitCode = Math.max(...exitCodes);
} finally {
  await rm(folder, { recursive: true });
}

function lintOpenapi(cwd) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const program = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [program, 'lint', 'openapi.json', '--extends=recommended-strict'];
  return run(process.execPath, args, { cwd, env, quiet: true });
}

/** With AsyncAPI's own parser, whose lesser findings count too, such as a version that is not the latest. */
async function lintAsyncapi(path) {
  // It takes a key without a value for one that was meant.
  await readYaml(path);
  const { document: parsed, diagnostics } = await fromFile(new Parser(), path).parse();
  for (const { code, message, path: place } of diagnostics)
    console.error(`${path}: ${place.join('.')}: ${message} (${code})`);
  return parsed === undefined || diagnostics.length > 0 ? 1 : 0;
}
