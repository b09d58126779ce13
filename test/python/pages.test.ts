import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { freePort } from '@svc/runtime';
import { Person } from '@svc/testkit';
import { documents } from '../documents/code-blocks.js';
import { provenBlocks } from '../documents/proofs.js';
import { readPage } from '../documents/read-page.js';
import { baseUrl } from '../spec/product-under-test.js';
import { ROOT } from '../tidy/source-files.js';

const PYTHON = process.env['TEST_PYTHON'] ?? 'python3';
const EXAMPLES = 'packages/agent-python/examples';

/** The pages whose program is there in Python, too. */
const PAGES = documents()
  .map((document) => ({ document, blocks: provenBlocks(document) }))
  .map((page) => ({ ...page, replaced: inPython(page.blocks.map(({ text }) => text).join('')) }))
  .filter(({ document, replaced }) => document.startsWith('docs/guide/') && Object.keys(replaced).length > 0);

it.each(PAGES)('the commands of $document do the same with the program in Python', async (page) => {
  const person = await Person.signUp(baseUrl);
  const replaced = { ...page.replaced, '9000': String(await freePort()) };
  const programs = [dirname(PYTHON), join(ROOT, 'node_modules/.bin'), dirname(process.execPath)];
  const env = { PATH: [...programs, process.env['PATH']].join(':') };
  const result = await readPage(page.blocks, { person, baseUrl, replaced, env });
  expect(result).toEqual({ status: 0, said: '', misfits: [] });
});

/** What starts a program, and what starts the same in Python. */
function inPython(script: string): Record<string, string> {
  const started = [...script.matchAll(/node (examples\/([a-z-]+)\.mjs)/g)];
  return Object.fromEntries(
    started.flatMap(([command, , name = '']) => {
      const program = `${EXAMPLES}/${name.replaceAll('-', '_')}.py`;
      return existsSync(join(ROOT, program)) ? [[command, `python3 ${program}`]] : [];
    }),
  );
}
