/** `node scripts/conformance.mjs`: writes docs/conformance.md, which says what both packages for agents are held to. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { CONFORMANCE_PAGE, conformancePage } from './conformance/table.mjs';
import { repositoryRoot } from './preparation/processes.mjs';

const file = join(repositoryRoot(), CONFORMANCE_PAGE);
const text = await conformancePage(repositoryRoot());
const { code } = await format(file, text, { printWidth: 110 });
await writeFile(file, code);
