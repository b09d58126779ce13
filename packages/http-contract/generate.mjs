import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const FOLDER = import.meta.dirname;
const EVENT_SCHEMAS = join(FOLDER, '../../proto-events/schemas/events');
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

/** One document out of all files, each of which is a part of it, with the schemas of the events. */
async function bundle() {
  const parts = await namesIn(join(FOLDER, 'openapi'), '.yaml');
  // The root comes first, so that the document begins as documents do.
  const ordered = ['document.yaml', ...parts.filter((name) => name !== 'document.yaml')];
  const document = {};
  for (const name of ordered) {
    merge(document, parse(await readFile(join(FOLDER, 'openapi', name), 'utf8'), { merge: true }), name);
  }
  merge(document, { components: { schemas: await eventSchemas() } }, 'proto-events');
  return document;
}

/** Merges objects deeply. What two files both define is an error. */
function merge(target, part, place) {
  for (const [key, value] of Object.entries(part)) {
    const here = `${place}: ${key}`;
    if (!(key in target)) target[key] = value;
    else if (isObject(target[key]) && isObject(value)) merge(target[key], value, here);
    else throw new Error(`${here} is defined twice`);
  }
}

async function eventSchemas() {
  const schemas = {};
  for (const name of await namesIn(EVENT_SCHEMAS, '.json')) {
    const schema = JSON.parse(await readFile(join(EVENT_SCHEMAS, name), 'utf8'));
    delete schema.$schema;
    delete schema.$id;
    schemas[schema.title] = schema;
  }
  return schemas;
}

async function namesIn(folder, ending) {
  return (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
