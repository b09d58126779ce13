/**
 * `node scripts/reference.mjs`: writes docs/reference from the docstrings of the packages for agents. With
 * `--check` it only compares.
 */
import { writeGenerated } from '../proto-events/generated-files.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { reference } from './reference/reference.mjs';
import { bringProgram } from './testing/programs.mjs';

await bringProgram('python3');
const root = repositoryRoot();
await writeGenerated(root, await reference(root));
