import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readYaml } from './read-yaml.mjs';

/**
 * One OpenAPI document out of all files of `openapi/`, each of which is a part of it, with the schemas of the events.
 *
 * @param {string} root the folder that holds `packages` and `proto-events`.
 */
export async function bundle(root = join(import.meta.dirname, '../..')) {
  const folder = join(root, 'packages/http-contract/openapi');
  const parts = await namesIn(folder, '.yaml');
  // The root comes first, so that the document begins as documents do.
  const ordered = ['document.yaml', ...parts.filter((name) => name !== 'document.yaml')];
  const document = {};
  for (const name of ordered) merge(document, await readYaml(join(folder, name)), name);
  const schemas = await eventSchemas(join(root, 'proto-events/schemas/events'));
  merge(document, { components: { schemas } }, 'proto-events');
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

async function eventSchemas(folder) {
  const schemas = {};
  for (const name of await namesIn(folder, '.json')) {
    const schema = JSON.parse(await readFile(join(folder, name), 'utf8'));
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
