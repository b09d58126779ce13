/** @only-in-all Runs the commands and programs of pages. */
import { freePort } from '@svc/runtime';
import { Person } from '@svc/testkit';
import { documents } from '../documents/code-blocks.js';
import { provenBlocks } from '../documents/proofs.js';
import { readPage } from '../documents/read-page.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();
const PAGES = documents()
  .map((document) => ({ document, blocks: provenBlocks(document) }))
  .filter(({ blocks }) => blocks.some(({ proof }) => proof?.kind === 'run'));

it.each(PAGES)('the commands of $document do what it says', async ({ blocks }) => {
  const replaced = { '9000': String(await freePort()) };
  const result = await readPage(blocks, { person: await Person.signUp(baseUrl), baseUrl, replaced });
  expect(result).toEqual({ status: 0, said: '', misfits: [] });
});

it('the commands of packages/cli/README.md do what it says', async () => {
  const { person } = bench;
  await bench.connect(await person.createAgent({ agent_name: 'Mailbox' }));
  const blocks = provenBlocks('packages/cli/README.md').map((block) => ({
    ...block,
    proof: { kind: 'run' as const, until: [] },
  }));
  expect(blocks).toHaveLength(1);
  const env = { SVC_URL: baseUrl };
  const result = await readPage(blocks, { person, baseUrl, replaced: {}, env });
  expect(result).toEqual({ status: 0, said: '', misfits: [] });
});
