import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { eventFacts } from './event-facts.mjs';

const BANNER =
  '# Generated from asyncapi/ and schemas/ by generate.mjs. Do not edit: change those and run `npm run generate`.\n';

/** What the examples of deliveries come with. */
const DELIVERY_HEADERS = {
  'X-Svc-Event-Id': 'evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d',
  'X-Svc-Event-Seq': '17',
  'X-Svc-Event-Created-At': '2026-03-02T09:29:59.000Z',
  'X-Svc-Delivery-Id': 'dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e',
  'X-Svc-Timestamp': '1772443800',
  'X-Svc-Retry-Num': '0',
  'X-Svc-Retry-Reason': 'first_attempt',
  'X-Svc-Signature': 'sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f',
};

/**
 * What is written by hand, and each event on the socket and as a delivery, as YAML.
 *
 * @param {string} written YAML.
 * @param {import('./event-facts.mjs').EventFacts[]} events
 */
export function asyncapiOf(written, events) {
  const document = parse(written);
  const { agentSocket, agentWebhook } = document.channels;
  agentWebhook.messages = {};
  for (const event of events) {
    const key = event.type.replace(/_(.)/g, (_match, letter) => letter.toUpperCase());
    agentSocket.messages[key] = { $ref: `#/components/messages/${key}` };
    agentWebhook.messages[key] = { $ref: `#/components/messages/${key}Delivery` };
    document.operations.sendFrames.messages.push({ $ref: `#/channels/agentSocket/messages/${key}` });
    const { summary } = event;
    document.components.messages[key] = { summary, payload: payloadOf(event), examples: examplesOf(event) };
    document.components.messages[`${key}Delivery`] = {
      summary,
      traits: [{ $ref: '#/components/messageTraits/webhookDelivery' }],
      payload: payloadOf(event),
      examples: examplesOf(event, { headers: DELIVERY_HEADERS }),
    };
  }
  return BANNER + stringify(document, { aliasDuplicateObjects: false, lineWidth: 0, singleQuote: true });
}

/** With its schemas and examples in it, for whoever has none of our files. */
export async function wholeAsyncapi(folder) {
  const written = await readFile(join(folder, 'asyncapi/document.yaml'), 'utf8');
  return withFiles(parse(asyncapiOf(written, await eventFacts(folder))), folder);
}

async function withFiles(node, folder) {
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return Promise.all(node.map((item) => withFiles(item, folder)));
  if (node.$ref?.startsWith('./')) {
    const content = JSON.parse(await readFile(join(folder, node.$ref), 'utf8'));
    for (const own of ['$schema', '$id', 'x-event']) delete content[own];
    return content;
  }
  const entries = Object.entries(node).map(async ([key, value]) => [key, await withFiles(value, folder)]);
  return Object.fromEntries(await Promise.all(entries));
}

function payloadOf({ file }) {
  return {
    schemaFormat: 'application/schema+json;version=2020-12',
    schema: { $ref: `./schemas/${file}` },
  };
}

function examplesOf({ examples }, extra = {}) {
  return examples.map(({ name, summary, file }) => ({
    name,
    summary,
    ...extra,
    payload: { $ref: `./examples/valid/${file}` },
  }));
}
