import openapiTS, { astToString } from 'openapi-typescript';
import { writeGenerated } from '../../proto-events/generated-files.mjs';
import { agentDocument } from './agent-document.mjs';

const BANNER =
  '// Generated from the contracts by generate.mjs. Do not edit: change the contract and run `pnpm generate`.\n';

/** The types of what an agent sends and gets, and of nothing else; with `--check` it only compares. */
async function main() {
  const document = await agentDocument();
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }));
  await writeGenerated(import.meta.dirname, { 'src/generated/contract.ts': BANNER + types });
}

await main();
