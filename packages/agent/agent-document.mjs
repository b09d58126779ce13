import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../http-contract/bundle.mjs';

const FRAMES = join(import.meta.dirname, '../../proto-events/schemas/frames');

/** The agents' calls, the events, the frames of their sockets, and what these refer to. */
export async function agentDocument() {
  const { openapi, info, paths, webhooks, components } = await bundle();
  const calls = Object.entries(paths).filter(([path]) => path.startsWith('/api/agent/'));
  const events = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  const frames = await socketFrames();
  const all = { ...components, schemas: { ...components.schemas, ...frames } };
  const used = referred([calls, events, Object.keys(frames).map((name) => refTo('schemas', name))], all);
  // Only validation needs `anyOf` of the bodies; in the types it would make a union that says less.
  for (const schema of Object.values(used.schemas)) delete schema.anyOf;
  return { openapi, info, paths: Object.fromEntries(calls), components: used };
}

async function socketFrames() {
  const names = (await readdir(FRAMES)).filter((name) => !name.startsWith('client-')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(FRAMES, name), 'utf8')));
  return Object.fromEntries(
    texts.map((text) => {
      const { title, ...schema } = JSON.parse(text);
      delete schema.$schema;
      delete schema.$id;
      return [title, schema];
    }),
  );
}

/** The components that something refers to, and those that these refer to, in the order of the document. */
function referred(something, components) {
  const found = new Set();
  const look = (text) => {
    for (const [, group, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${group}/${name}`;
      if (found.has(key)) continue;
      found.add(key);
      look(JSON.stringify(components[group][name]));
    }
  };
  look(JSON.stringify(something));
  const groups = Object.entries(components).map(([group, parts]) => [
    group,
    Object.fromEntries(Object.entries(parts).filter(([name]) => found.has(`${group}/${name}`))),
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(groups)));
}

function refTo(group, name) {
  return { $ref: `#/components/${group}/${name}` };
}
