import { bundle } from '../http-contract/bundle.mjs';

/** The agents' calls, the events, messages as a person sees them, and what these refer to. */
export async function agentDocument() {
  const { openapi, info, paths, webhooks, components } = await bundle();
  const calls = Object.entries(paths).filter(([path]) => path.startsWith('/api/agent/'));
  const events = Object.values(webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  const shown = { $ref: '#/components/schemas/ConversationMessage' };
  const used = referred([calls, events, shown], components);
  // Only validation needs `anyOf` of the bodies; in the types it would make a union that says less.
  for (const schema of Object.values(used.schemas)) delete schema.anyOf;
  return { openapi, info, paths: Object.fromEntries(calls), components: used };
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
