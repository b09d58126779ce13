import { writeGenerated } from '../../proto-events/generated-files.mjs';
import { agentDocument } from '../agent/agent-document.mjs';
import { pythonTypes } from './python-types.mjs';

const BANNER =
  '# Generated from the contracts by generate.mjs. Do not edit: change the contract and run `npm run generate`.\n';

// With `--check` it only compares.
const { components } = await agentDocument();
await writeGenerated(import.meta.dirname, {
  'src/svc_agent/generated/contract.py': BANNER + pythonTypes(components.schemas),
});
