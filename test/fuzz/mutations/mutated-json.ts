import fc from 'fast-check';
import { hostileText, hostileValue, jsonOf, nesting } from './hostile-values.js';

type Schema = Readonly<Record<string, unknown>>;

/** What is known of a body or a frame. */
export interface Described {
  /** Valid. */
  example: unknown;
  /** JSON Schema whose references have been followed. */
  schema: Schema;
}

/** An object's JSON with members changed, dropped or added, or damaged; one of four is as it was. */
export function mutatedJson({ example, schema }: Described): fc.Arbitrary<Buffer> {
  const given: Record<string, unknown> = { ...(example as object) };
  const described = (schema['properties'] ?? {}) as Record<string, Schema>;
  const names = Object.keys({ ...described, ...given });
  const members = names.map((name) => [
    name,
    fc.oneof(
      { weight: 2 * names.length, arbitrary: fc.constant(given[name]) },
      { weight: 2, arbitrary: mutatedMember(described[name] ?? {}) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  ]);
  const known = fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>);
  const added = fc.dictionary(hostileText, hostileValue, { maxKeys: 1 });
  const edited = fc.tuple(known, added).map(([old, more]) => Buffer.from(jsonOf({ ...old, ...more })));
  const whole = fc.constant(Buffer.from(jsonOf(example)));
  return fc.oneof(whole, { weight: 2, arbitrary: edited }, damaged(jsonOf(example)));
}

/** A value for a member: at its limits and beyond them, a list, or any. */
function mutatedMember(schema: Schema): fc.Arbitrary<unknown> {
  const atLimits = limitsOf(schema);
  return fc.oneof(
    hostileText,
    hostileValue,
    ...(atLimits.length > 0 ? [fc.constantFrom(...atLimits)] : []),
    ...(schema['items'] === undefined ? [] : [listOf(schema['items'] as Schema)]),
  );
}

function listOf(items: Schema): fc.Arbitrary<unknown> {
  const many = fc.tuple(hostileText, fc.constantFrom(2, 6, 11, 101, 5_000));
  return fc.oneof(
    fc.array(mutatedMember(items), { maxLength: 4 }),
    many.map(([text, count]) => Array<string>(count).fill(text.slice(0, 20))),
  );
}

/** A longer text than this takes the time of all others. Files have tests of their own. */
const TEXT_LENGTH_MAX = 100_000;

/** The values at the limits of a schema, and one step beyond. */
export function limitsOf(schema: Schema): unknown[] {
  const number = (keyword: string) => (typeof schema[keyword] === 'number' ? [schema[keyword]] : []);
  const lengths = [...number('minLength'), ...number('maxLength')]
    .flatMap(around)
    .filter((length) => length <= TEXT_LENGTH_MAX);
  const counts = [...number('minItems'), ...number('maxItems')].flatMap(around);
  const choices = (schema['enum'] ?? []) as unknown[];
  return [
    // A character of four bytes counts as one.
    ...lengths.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]),
    ...[...number('minimum'), ...number('maximum')].flatMap((limit) => [limit - 1, limit, limit + 1]),
    ...counts.map((count) => Array.from({ length: count }, (_, index) => `x${index}`)),
    ...choices,
    ...choices.filter((choice) => typeof choice === 'string').map((choice) => choice.toUpperCase()),
  ];
}

function around(limit: number): number[] {
  return [limit - 1, limit, limit + 1].filter((each) => each >= 0);
}

const BEFORE = ['\ufeff', ' \n', '/* */', ")]}',\n", '\0'];
const AFTER = [',', '}', '{}', '\0', ' \t\r\n', '//'];
const NO_JSON = ['', ' ', '{', '"', '[', '{]', "{'a':1}", '{a:1}', '{"a":01}', '{"a":"\u0001"}'];
/** Within a text. */
const NO_UTF8 = ['80', 'c080', 'eda080', 'f8888080', 'ff'];

/** Texts that are no JSON, or that programs read differently. */
function damaged(json: string): fc.Arbitrary<Buffer> {
  const first = /^\{"([^"\\]*)"/.exec(json)?.[1] ?? 'a';
  const value = hostileValue.map(jsonOf);
  const end = Math.max(json.lastIndexOf('"'), 0);
  const [head, tail] = [Buffer.from(json.slice(0, end)), Buffer.from(json.slice(end))];
  const texts = fc.oneof(
    // Twice the same member.
    value.map((each) => json.replace('{', () => `{"${first}":${each},`)),
    value.map((each) => json.replace(/\}$/, () => `,"${first}":${each}}`)),
    ...[nesting, value],
    fc.constantFrom(...BEFORE.map((text) => text + json), ...AFTER.map((text) => json + text), ...NO_JSON),
    fc.constantFrom(255, 256, 257).map((size) => json.padEnd(size * 1_024, ' ')),
  );
  const ofBytes = fc.oneof(
    fc.nat(json.length).map((length) => Buffer.from(json).subarray(0, length)),
    fc.constant(Buffer.from(json, 'utf16le')),
    fc.constantFrom(...NO_UTF8).map((hex) => Buffer.concat([head, Buffer.from(hex, 'hex'), tail])),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc.oneof({ weight: 2, arbitrary: texts.map((text) => Buffer.from(text)) }, ofBytes);
}
