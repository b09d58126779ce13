import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';

const FOLDER = import.meta.dirname;
const BANNER =
  '// Generated from schemas/ by generate.mjs. Do not edit: change the schema and run `pnpm generate`.\n';

/** Writes types and validators of every schema; with `--check` it only compares, and fails where they differ. */
async function main() {
  const schemas = await readSchemas();
  const files = { 'types.ts': await typesOf(schemas), 'validators.ts': validatorsOf(schemas) };
  const drifted = [];
  for (const [name, content] of Object.entries(files)) {
    const path = join(FOLDER, 'src/generated', name);
    if ((await readFile(path, 'utf8').catch(() => '')) === content) continue;
    drifted.push(name);
    if (!process.argv.includes('--check')) await writeFile(path, content);
  }
  if (drifted.length > 0 && process.argv.includes('--check')) {
    console.error(`src/generated differs from schemas/: ${drifted.join(', ')}. Run "node generate.mjs".`);
    process.exitCode = 1;
  }
}

async function readSchemas() {
  const names = (await readdir(join(FOLDER, 'schemas'), { recursive: true })).filter((n) =>
    n.endsWith('.json'),
  );
  names.sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(FOLDER, 'schemas', name), 'utf8'))),
  );
}

async function typesOf(schemas) {
  let types = BANNER;
  for (const schema of schemas) {
    // Only validation needs `anyOf`; in the type it would become a union that says less than the plain object.
    const shape = { ...schema };
    delete shape.anyOf;
    types += await compile(shape, schema.title, {
      bannerComment: '',
      additionalProperties: false,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 110 },
    });
  }
  return types;
}

function validatorsOf(schemas) {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // A field may be a string or null.
    allowUnionTypes: true,
    // Lengths are counted in UTF-16 units: one step, where code points cost a walk over a 7 MB image.
    // The option counts as deprecated, hence a warning on every run that `logger` keeps quiet; errors still throw.
    unicode: false,
    logger: false,
    code: { source: true, esm: true, lines: true },
  });
  const exports = {};
  for (const schema of schemas) {
    ajv.addSchema(schema);
    exports[`validate${schema.title}`] = schema.$id;
  }
  const code = standaloneCode.default(ajv, exports);
  if (code.includes('require(')) throw new Error('A validator needs a CommonJS module at run time.');
  return `${BANNER}// @ts-nocheck\n${code.replaceAll('"use strict";', '').trim()}\n`;
}

await main();
