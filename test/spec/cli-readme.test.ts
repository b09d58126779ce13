/** @only-in-all Runs the commands and programs of pages. */
/** @any-shape A client like any other, which sees one door. */
import { expect, it } from '@jest/globals';
import { provenBlocks } from '../documents/proofs.js';
import { readPage } from '../documents/read-page.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();

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
