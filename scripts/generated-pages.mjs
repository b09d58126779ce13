/** `node scripts/generated-pages.mjs`: writes docs/errors.md and docs/configuration.md from the code. Needs a build. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllInOneConfig } from '@svc/all-in-one';
import { readProcessGroupConfig } from '@svc/edge-proxy';
import { readEnvironment } from '@svc/runtime';
import { generatedPages } from './pages/pages.mjs';
import { repositoryRoot } from './preparation/processes.mjs';

const root = repositoryRoot();
const pages = await generatedPages(root, { readAllInOneConfig, readProcessGroupConfig, readEnvironment });
for (const [path, text] of Object.entries(pages)) await writeFile(join(root, path), text);
