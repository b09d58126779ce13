/**
 * `node scripts/reference.mjs`: writes docs/reference from the docstrings of the packages for agents. With
 * `--check` it only compares. Fails if a public name has no docstring, or shows code that no test runs.
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
