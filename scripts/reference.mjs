/**
 * `node scripts/reference.mjs`: writes docs/reference, which says what the packages for agents export, as their docstrings do. With `--check` it only compares. Either
 * way it fails if a public name has no docstring, or a docstring shows code that no test runs.
 */
import { writeGenerated } from '../proto-events/generated-files.mjs';
import { repositoryRoot } from './preparation/processes.mjs';
import { reference } from './reference/reference.mjs';
import { bringProgram } from './testing/programs.mjs';

await bringProgram('python3');
const root = repositoryRoot();
const { files, problems } = await reference(root);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
await writeGenerated(root, files);
