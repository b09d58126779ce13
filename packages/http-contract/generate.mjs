import { writeGenerated } from '../../proto-events/generated-files.mjs';
import { bundle } from './bundle.mjs';
import { clientTypes } from './client-types.mjs';

const BANNER =
  '// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.\n';

/** Writes the bundled document and its types; with `--check` it only compares, and fails where they differ. */
async function main() {
  const document = await bundle();
  await writeGenerated(import.meta.dirname, {
    'src/generated/document.ts': moduleOf(document),
    'src/generated/types.ts': await typesOf(document),
  });
}

function moduleOf(document) {
  const text = JSON.stringify(document, null, 2);
  return `${BANNER}import type { OpenApiDocument } from '../document.js';\n\nexport const document: OpenApiDocument = ${text};\n`;
}

async function typesOf(document) {
  // Only validation needs `anyOf` of the bodies; in the types it would become a union that says less than the plain object.
  const shape = JSON.parse(JSON.stringify(document));
  for (const schema of Object.values(shape.components.schemas)) delete schema.anyOf;
  return BANNER + (await clientTypes(shape));
}

await main();
