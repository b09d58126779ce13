/** turbo's `build:code`: the JavaScript of packages and services, and the programs to start, in few files. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './preparation/processes.mjs';
import { bundlePrograms, STARTED } from './preparation/programs.mjs';
import { transpileProduct } from './preparation/transpile.mjs';

const root = repositoryRoot();
await transpileProduct(root);
await bundlePrograms({ root, folder: join(root, 'dist/bin'), programs: STARTED });
// The code looks for its migrations beside its own folder.
const migrations = join(root, 'dist/prisma/migrations');
rmSync(migrations, { recursive: true, force: true });
cpSync(join(root, 'packages/store/prisma/migrations'), migrations, { recursive: true });
