import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * From each schema and its `x-event`: what contracts, types and rules are generated from.
 *
 * @param {string} folder `proto-events`.
 * @returns {Promise<EventFacts[]>} in the order of their files' names.
 *
 * @typedef {object} EventFacts
 * @property {string} file the path of the schema, from `schemas`.
 * @property {object} schema without `x-event`.
 * @property {string} name for people.
 * @property {'message' | 'decision' | 'run' | 'task'} subject what it tells of, whose id stands in `<subject>_id` and the
 *   log. An event of a run is dropped when the run ends; one that tells of the end of a run names the task.
 * @property {string} delivery what a webhook's receiver should know beside the summary.
 * @property {{ name: string, summary: string, file: string, value: object }[]} examples the valid ones; the path is from `examples/valid`.
 */
export async function eventFacts(folder) {
  const names = (await readdir(join(folder, 'schemas/events'))).filter((name) => name.endsWith('.json'));
  return Promise.all(names.sort().map((name) => factsOf(folder, name)));
}

/**
 * What people call a receipt over each channel.
 *
 * @returns {Promise<Record<string, { received: string, short: string, long: string }>>}
 */
export async function channelFacts(folder) {
  return readJson(join(folder, 'channels.json'));
}

async function factsOf(folder, fileName) {
  const { 'x-event': said, ...schema } = await readJson(join(folder, 'schemas/events', fileName));
  const examples = Object.entries(said.examples).map(async ([name, summary]) => {
    const file = name === 'plain' ? fileName : fileName.replace('.json', `.${name}.json`);
    return { name, summary, file, value: await readJson(join(folder, 'examples/valid', file)) };
  });
  return {
    ...said,
    type: schema.properties.type.const,
    file: `events/${fileName}`,
    schema,
    examples: await Promise.all(examples),
  };
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}
