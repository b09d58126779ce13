import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonOf, raw } from './hostile-values.js';
import { limitsOf, mutatedJson } from './mutated-json.js';

const EXAMPLE = { name: 'Key', scopes: ['read'], days: 7 };
const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 10 },
    scopes: { type: 'array', items: { type: 'string', enum: ['read', 'tasks'] }, maxItems: 2 },
    days: { type: ['integer', 'null'], minimum: 1, maximum: 30 },
  },
};

function sample(seed: number, numRuns = 500): Buffer[] {
  return fc.sample(mutatedJson({ example: EXAMPLE, schema: SCHEMA }), { seed, numRuns });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

describe('Mutated JSON', () => {
  it('is the same again under the same seed, and other JSON under another', () => {
    const bytes = (seed: number) => Buffer.concat(sample(seed, 100));
    expect(bytes(1).equals(bytes(1))).toBe(true);
    expect(bytes(1).equals(bytes(2))).toBe(false);
  });

  it('is sometimes the example itself, mostly still JSON, and sometimes none', () => {
    const texts = sample(1);
    const whole = texts.filter((bytes) => bytes.toString() === JSON.stringify(EXAMPLE));
    const broken = texts.filter((bytes) => parsed(bytes) === undefined);
    expect(whole.length).toBeGreaterThan(50);
    expect(broken.length).toBeGreaterThan(25);
    expect(texts.length - whole.length - broken.length).toBeGreaterThan(200);
  });

  it('lacks members, has further ones, and members of other types and beyond their limits', () => {
    const objects = sample(1)
      .map(parsed)
      .filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null);
    const some = (fits: (object: Record<string, unknown>) => boolean) =>
      expect(objects.some(fits)).toBe(true);
    some((object) => !('name' in object) && 'days' in object);
    some((object) => Object.keys(object).some((name) => !(name in EXAMPLE)));
    some(({ name }) => typeof name === 'number');
    some(({ name }) => typeof name === 'string' && name.length === 11);
    some(({ days }) => days === 31);
    some(({ scopes }) => Array.isArray(scopes) && scopes.length > 2);
  });
});

describe('The limits of a schema', () => {
  it('come with the value on either side', () => {
    expect(limitsOf({ type: 'integer', minimum: 1, maximum: 30 })).toEqual([0, 1, 2, 29, 30, 31]);
    const lengths = limitsOf({ type: 'string', maxLength: 3 }).map((text) => [...String(text)].length);
    expect([...new Set(lengths)]).toEqual([2, 3, 4]);
    expect(limitsOf({ enum: ['read'] })).toEqual(['read', 'READ']);
    expect(limitsOf({ type: 'string', maxLength: 7_100_000 })).toEqual([]);
  });
});

describe('Raw JSON', () => {
  it('stands in a value as it is', () => {
    expect(jsonOf({ a: raw('1e400'), b: [raw('{"c":"\\n"}')] })).toBe('{"a":1e400,"b":[{"c":"\\n"}]}');
    expect(jsonOf('\ud800')).toBe('"\\ud800"');
  });
});
