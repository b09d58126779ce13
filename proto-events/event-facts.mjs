import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * All that is known of the events, from which contracts, types and rules are generated: each one's schema, and what its `x-event` says.
 *
 * @param {string} folder `proto-events`.
 * @returns {Promise<EventFacts[]>} in the order of their files' names.
 *
 * @typedef {object} EventFacts
 * @property {string} type such as `task_due`.
 * @property {string} file the path of the schema, from `schemas`.
 * @property {object} schema without `x-event`.
 * @property {string} name what people call it.
 * @property {string} summary what has happened, in a sentence.
 * @property {'message' | 'decision' | 'run' | 'task'} subject the kind of what it tells of, whose id stands in the field `<subject>_id`, and in the log. An event of
 *   a run ends with its run: it belongs to one that the agent is to start. An event that tells of the end of a run names the task.
 * @property {string} delivery what a webhook's receiver should know beside the summary.
 * @property {{ name: string, summary: string, file: string, value: object }[]} examples the valid ones; the path is from `examples/valid`.
 */
export async function eventFacts(folder) {
  const names = (await readdir(join(folder, 'schemas/events'))).filter((name) => name.endsWith('.json'));
  return Promise.all(names.sort().map((name) => factsOf(folder, name)));
}

/**
 * The channels over which an event reaches its agent, by their names, with what people call a receipt over each.
 *
 * @param {string} folder `proto-events`.
 * @returns {Promise<Record<string, { received: string, short: string, long: string }>>} how an event was received, in half a sentence; the same in a
 *   word; the same in a sentence.
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
