import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { EXCHANGES } from './topology.js';

const FOLDER = join(import.meta.dirname, '..');
const document = parse(readFileSync(join(FOLDER, 'asyncapi.yaml'), 'utf8')) as Record<string, unknown>;
const references = referencesIn(document);

describe('asyncapi.yaml', () => {
  it('is an AsyncAPI 3 document', () => {
    expect(document).toMatchObject({ asyncapi: '3.0.0', info: { title: expect.any(String) } });
  });

  it('refers only to what exists', () => {
    const broken = references.filter((reference) =>
      reference.startsWith('#/') ? lookUp(reference) === undefined : !existsSync(join(FOLDER, reference)),
    );
    expect(broken).toEqual([]);
  });

  it('refers to every schema', () => {
    const schemas = readdirSync(join(FOLDER, 'schemas'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => `./schemas/${name}`);
    expect([...new Set(references.filter((reference) => !reference.startsWith('#/')))].sort()).toEqual(
      schemas.sort(),
    );
  });

  it('uses every message that it describes', () => {
    const { messages } = document['components'] as { messages: Record<string, unknown> };
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

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : referencesIn(value),
  );
}

function lookUp(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}
