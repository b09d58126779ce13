import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eventFacts } from '../../proto-events/event-facts.mjs';
import { readYaml } from './read-yaml.mjs';

/** All files of `openapi/` and the events in one document. `root` holds `packages` and `proto-events`. */
export async function bundle(root = join(import.meta.dirname, '../..')) {
  const folder = join(root, 'packages/http-contract/openapi');
  const parts = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  // The root comes first, so that the document begins as documents do.
  const ordered = ['document.yaml', ...parts.filter((name) => name !== 'document.yaml')];
  const document = {};
  for (const name of ordered) merge(document, await readYaml(join(folder, name)), name);
  withIdempotencyKeys(document);
  const { 'x-delivery': common, ...rest } = document;
  merge(rest, withEvents(await eventFacts(join(root, 'proto-events')), common), 'proto-events');
  return rest;
}

/** Every POST of both APIs takes an idempotency key, unless it says that it takes none. */
function withIdempotencyKeys({ paths }) {
  for (const [path, { post }] of Object.entries(paths)) {
    if (
      post === undefined ||
      !/^[/]api[/](agent|client)[/]/.test(path) ||
      post['x-idempotency-key'] === 'none'
    )
      continue;
    post.parameters = [...(post.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }];
    post.responses['422'] ??= { $ref: '#/components/responses/InvalidRequest' };
  }
}

function withEvents(events, common) {
  const schemas = { EventType: { type: 'string', enum: events.map(({ type }) => type) } };
  const webhooks = {};
  for (const { type, schema, summary, delivery, examples } of events) {
    const described = { ...schema };
    delete described.$schema;
    delete described.$id;
    schemas[schema.title] = described;
    const [first, ...others] = examples;
    const shown = ({ name, summary: said, value }) => [name, { summary: said, value }];
    const content = {
      schema: { $ref: `#/components/schemas/${schema.title}` },
      ...(others.length === 0
        ? { example: first.value }
        : { examples: Object.fromEntries(examples.map(shown)) }),
    };
    const { tags, ...same } = common;
    const requestBody = { required: true, content: { 'application/json': content } };
    webhooks[type] = {
      post: {
        ...{ operationId: `deliver${schema.title.replace(/Event$/, '')}`, tags },
        ...{ summary: summary.replace(/[.]$/, ''), description: delivery, ...same, requestBody },
      },
    };
  }
  return { webhooks, components: { schemas } };
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

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
