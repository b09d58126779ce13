import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { wholeAsyncapi } from '../../proto-events/asyncapi.mjs';
import { writeGenerated } from '../../proto-events/generated-files.mjs';
import { bundle } from './bundle.mjs';

const BANNER =
  '// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.\n';

/** Writes the bundled documents and the types of the calls; with `--check` it fails where they differ. */
async function main() {
  const document = await bundle();
  const asyncapi = await wholeAsyncapi(join(import.meta.dirname, '../../proto-events'));
  await writeGenerated(import.meta.dirname, {
    'src/generated/document.ts': moduleOf(document),
    'src/generated/asyncapi.ts': `${BANNER}export const asyncapi: object = ${JSON.stringify(asyncapi, null, 2)};\n`,
    'src/generated/types.ts': await typesOf(document),
  });
}

function moduleOf(document) {
  const text = JSON.stringify(document, null, 2);
  return `${BANNER}import type { OpenApiDocument } from '../document.js';\n\nexport const document: OpenApiDocument = ${text};\n`;
}

async function typesOf(document) {
  // Only validation needs `anyOf` of the bodies; as a union of types it would say less than the plain object.
  const shape = JSON.parse(JSON.stringify(document));
  for (const schema of Object.values(shape.components.schemas)) delete schema.anyOf;
  return BANNER + astToString(await openapiTS(shape));
}

await main();
