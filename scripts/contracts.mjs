/**
 * `npm run contracts`: lints the contracts that others read, the OpenAPI and the AsyncAPI document, with every rule that the linters
 * recommend; a warning fails as an error does. A folder may be named that holds `packages` and `proto-events`.
 */
import { join, resolve } from 'node:path';
import { lintAsyncapi } from './contracts/asyncapi.mjs';
import { lintOpenapi } from './contracts/openapi.mjs';
import { repositoryRoot } from './preparation/processes.mjs';

const root = resolve(process.argv[2] ?? repositoryRoot());
const problems = [
  ...(await lintOpenapi(root)),
  ...(await lintAsyncapi(join(root, 'proto-events/asyncapi.yaml'))),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
