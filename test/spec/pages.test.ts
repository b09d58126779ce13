/** @only-in-all Runs the commands and programs of pages. */
import { freePort } from '@svc/runtime';
import { Person } from '@svc/testkit';
import { findPages } from '../../docs/site/src/pages.mjs';
import { documents } from '../documents/code-blocks.js';
import type { CodeBlock } from '../documents/code-blocks.js';
import { provenBlocks } from '../documents/proofs.js';
import type { ProvenBlock } from '../documents/proofs.js';
import { readPage } from '../documents/read-page.js';
import { ROOT } from '../tidy/source-files.js';
import { baseUrl, useProduct } from './product-under-test.js';

const bench = useProduct();
/** On a machine that is slow and busy. */
const GUIDE_MS_MAX = 600_000;
const PAGES = documents()
  .map((document) => ({ document, blocks: provenBlocks(document) }))
  .filter(({ blocks }) => blocks.some(({ proof }) => proof?.kind === 'run'));

it.each(PAGES)('the commands of $document do what it says', async ({ blocks }) => {
  const replaced = { '9000': String(await freePort()) };
  const result = await readPage(blocks, { person: await Person.signUp(baseUrl), baseUrl, replaced });
  expect(result).toEqual({ status: 0, said: '', misfits: [] });
});

it(
  'the pages of the guide do what they say one after the other, in one shell',
  async () => {
    const person = await Person.signUp(baseUrl);
    // The demo has an open question, too.
    await (await person.createAgent({ agent_name: 'Ada' })).ask();
    const guide = findPages(ROOT).filter(({ source }) => source.startsWith('docs/guide/'));
    const python = 'python3 packages/agent-python/examples/echo.py';
    const result = await readPage(
      guide.flatMap(({ source }) => wholePage(source)),
      {
        ...{ person, baseUrl, msMax: GUIDE_MS_MAX },
        replaced: { '9000': String(await freePort()), [python]: 'node examples/echo.mjs' },
        env: { PERSON_EMAIL: person.email, PERSON_PASSWORD: Person.password, AGENT_SERVICE_URL: baseUrl },
      },
    );
    expect(result).toEqual({ status: 0, said: '', misfits: [] });
  },
  GUIDE_MS_MAX + 60_000,
);

/** With the commands that another test runs alone, and what the first page says to do after each. */
function wholePage(document: string): ProvenBlock[] {
  const isCommand = ({ language, proof }: ProvenBlock) =>
    language === 'sh' && (proof?.kind === 'from' || proof?.kind === 'checked');
  const blocks = provenBlocks(document).map((block) => (isCommand(block) ? asRun(block) : block));
  const text = 'kill $(jobs -p) 2> .output/none || true; wait\n';
  return [...blocks, asRun({ document, line: 0, language: 'sh', text, notes: [] })];
}

function asRun(block: CodeBlock): ProvenBlock {
  return { ...block, proof: { kind: 'run', until: [] } };
}

it('the commands of packages/cli/README.md do what it says', async () => {
  const { person } = bench;
  await bench.connect(await person.createAgent({ agent_name: 'Mailbox' }));
  const blocks = provenBlocks('packages/cli/README.md').map(asRun);
  expect(blocks).toHaveLength(1);
  const env = { SVC_URL: baseUrl };
  const result = await readPage(blocks, { person, baseUrl, replaced: {}, env });
  expect(result).toEqual({ status: 0, said: '', misfits: [] });
});
