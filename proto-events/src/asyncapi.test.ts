import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { EXCHANGES } from './topology.js';

const FOLDER = join(import.meta.dirname, '..');
const document = parse(readFileSync(join(FOLDER, 'asyncapi.yaml'), 'utf8')) as Record<string, unknown>;
const references = referencesIn(document);
const { messages, messageTraits } = document['components'] as {
  messages: Record<string, Message>;
  messageTraits: Record<string, { headers: object }>;
};

interface Described {
  summary?: string;
  description?: string;
}

interface Message extends Described {
  traits?: unknown[];
  payload: { schema: { $ref: string } };
  examples: { summary: string; headers?: unknown; payload: { $ref: string } }[];
}

describe('asyncapi.yaml', () => {
  it('refers to every schema', () => {
    const schemas = readdirSync(join(FOLDER, 'schemas'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => `./schemas/${name}`);
    const referredTo = references.filter((reference) => reference.startsWith('./schemas/'));
    expect([...new Set(referredTo)].sort()).toEqual(schemas.sort());
  });

  it.each(Object.entries(messages))('shows what %s looks like', (_name, { summary, payload, examples }) => {
    expect(summary).toMatch(/[.]$/);
    const file = payload.schema.$ref;
    const validate = new Ajv2020({ allowUnionTypes: true })
      .addKeyword('x-event')
      .compile(readJson(file) as object);
    const schemaName = /([a-z-]+)\.json$/.exec(file)?.[1] ?? '';
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example.summary).toMatch(/[.]$/);
      expect(example.payload.$ref).toMatch(new RegExp(`^\\./examples/valid/${schemaName}[.]`));
      expect(validate(readJson(example.payload.$ref)) || validate.errors).toBe(true);
    }
  });

  it('shows deliveries with their headers', () => {
    const validate = new Ajv2020().compile(messageTraits['webhookDelivery']?.headers ?? false);
    const delivered = Object.values(messages).filter(({ traits }) => traits !== undefined);
    expect(delivered).toHaveLength(readdirSync(join(FOLDER, 'schemas/events')).length);
    for (const { headers } of delivered.flatMap(({ examples }) => examples)) {
      expect(validate(headers) || validate.errors).toBe(true);
    }
  });

  it('says what every channel and every operation is for', () => {
    const { channels, operations } = document as Record<string, Record<string, Described>>;
    for (const { description } of Object.values(channels ?? {})) expect(description).toMatch(/[.]\n?$/);
    for (const { summary } of Object.values(operations ?? {})) expect(summary).toMatch(/[.]$/);
  });

  it('uses every message that it describes', () => {
    const unused = Object.keys(messages).filter(
      (name) => !references.includes(`#/components/messages/${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('describes every exchange of the topology, with its type', () => {
    const channels = Object.values(document['channels'] as Record<string, { bindings?: { amqp: unknown } }>);
    const described = channels.flatMap(({ bindings }) => (bindings ? [bindings.amqp] : []));
    expect(described).toHaveLength(EXCHANGES.length);
    for (const { name, type } of EXCHANGES) {
      expect(described).toContainEqual(expect.objectContaining({ exchange: { name, type, durable: true } }));
    }
  });
});

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : referencesIn(value),
  );
}
