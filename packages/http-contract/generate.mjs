import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { bundle } from './bundle.mjs';

const FOLDER = import.meta.dirname;
const BANNER =
  '// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.\n';

/** Writes the bundled document and its types; with `--check` it only compares, and fails where they differ. */
async function main() {
  const document = await bundle();
  const files = { 'document.ts': moduleOf(document), 'types.ts': await typesOf(document) };
  const drifted = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(FOLDER, 'src/generated', name);
    if ((await readFile(path, 'utf8').catch(() => '')) === content) continue;
    drifted.push(name);
    if (!process.argv.includes('--check')) await writeFile(path, content);
  }
  if (drifted.length > 0 && process.argv.includes('--check')) {
    console.error(`src/generated differs from openapi/: ${drifted.join(', ')}. Run "node generate.mjs".`);
    process.exitCode = 1;
  }
}

function moduleOf(document) {
  const text = JSON.stringify(document, null, 2);
  return `${BANNER}import type { OpenApiDocument } from '../document.js';\n\nexport const document: OpenApiDocument = ${text};\n`;
}

async function typesOf(document) {
  // Only validation needs `anyOf` of the bodies; in the types it would become a union that says less than the plain object.
  const shape = JSON.parse(JSON.stringify(document));
  for (const schema of Object.values(shape.components.schemas)) delete schema.anyOf;
  return BANNER + astToString(await openapiTS(shape));
}

await main();
