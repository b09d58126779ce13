/** `node scripts/generated-pages.mjs`: writes the pages that are made of the code. Needs a build. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllInOneConfig } from '@svc/all-in-one';
import { readProcessGroupConfig } from '@svc/edge-proxy';
import { asyncapi } from '@svc/http-contract';
import { readEnvironment } from '@svc/runtime';
import { generatedPages } from './pages/pages.mjs';
import { repositoryRoot } from './preparation/processes.mjs';

const root = repositoryRoot();
const readers = { readAllInOneConfig, readProcessGroupConfig, readEnvironment, asyncapi };
const pages = await generatedPages(root, readers);
for (const [path, text] of Object.entries(pages)) await writeFile(join(root, path), text);
