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

/** One of four is left whole, so that the handlers behind the validation are met as well. */
const WHOLE = 1;
const EDITED = 2;
const DAMAGED = 1;

/** An object's JSON with up to three members changed, dropped or added, or damaged as a text, or as it was. */
export function mutatedJson({ example, schema }: Described): fc.Arbitrary<Buffer> {
  const edited = fc
    .array(editOf(schema, example), { minLength: 1, maxLength: 3 })
    .map((edits) => edits.reduce(applied, example));
  const texts = edited.map((value) => Buffer.from(jsonOf(value)));
  return fc.oneof(
    { weight: WHOLE, arbitrary: fc.constant(Buffer.from(jsonOf(example))) },
    { weight: EDITED, arbitrary: texts },
    { weight: DAMAGED, arbitrary: damaged(jsonOf(example)) },
  );
}

interface Edit {
  name: string;
  /** Left out to drop the member. */
  to?: { value: unknown };
}

function editOf(schema: Schema, example: unknown): fc.Arbitrary<Edit> {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const names = [...new Set([...members.map(([name]) => name), ...Object.keys(asObject(example))])];
  const changes = members.map(([name, member]) =>
    mutatedMember(member).map((value) => ({ name, to: { value } })),
  );
  const added = fc.record({ name: hostileText, to: fc.record({ value: hostileValue }) });
  if (names.length === 0) return added;
  const dropped = fc.constantFrom(...names).map((name) => ({ name }));
  return fc.oneof(
    ...changes.map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 2, arbitrary: dropped },
    { weight: 2, arbitrary: added },
  );
}

function applied(value: unknown, { name, to }: Edit): unknown {
  const members = Object.entries(asObject(value)).filter(([each]) => each !== name);
  // Not by assignment, under which __proto__ would be no member.
  return Object.fromEntries(to === undefined ? members : [...members, [name, to.value]]);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** A value for a member: at its limits and beyond them, of another type, or any. */
export function mutatedMember(schema: Schema): fc.Arbitrary<unknown> {
  const atLimits = limitsOf(schema);
  return fc.oneof(
    ...(atLimits.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...atLimits) }] : []),
    { weight: 3, arbitrary: hostileValue },
    ...(typesOf(schema).includes('string')
      ? [{ weight: 3, arbitrary: hostileText as fc.Arbitrary<unknown> }]
      : []),
    ...(schema['items'] === undefined ? [] : [{ weight: 2, arbitrary: listOf(schema['items'] as Schema) }]),
  );
}

function listOf(items: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.array(mutatedMember(items), { maxLength: 4 }),
    fc
      .tuple(hostileText, fc.constantFrom(2, 6, 11, 101, 5_000))
      .map(([text, count]) => Array.from({ length: count }, () => text.slice(0, 20))),
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

function typesOf({ type }: Schema): unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** Texts that are no JSON, or that programs read differently. */
function damaged(json: string): fc.Arbitrary<Buffer> {
  const first = /^\{"([^"\\]*)"/.exec(json)?.[1] ?? 'a';
  return fc.oneof(
    fc.nat(json.length).map((length) => Buffer.from(json).subarray(0, length)),
    hostileValue.map((value) =>
      Buffer.from(json.replace('{', `{"${first}":${jsonOf(value).replaceAll('$', '$$$$')},`)),
    ),
    hostileValue.map((value) => Buffer.from(json.replace(/\}$/, () => `,"${first}":${jsonOf(value)}}`))),
    nesting.map((text) => Buffer.from(text)),
    hostileValue.map((value) => Buffer.from(jsonOf(value))),
    fc.constantFrom('\ufeff', ' \n', '/* */', ")]}',\n", '\0').map((text) => Buffer.from(text + json)),
    fc.constantFrom(',', '}', '{}', '\0', ' \t\r\n', '//').map((text) => Buffer.from(json + text)),
    fc.constant(Buffer.from(json, 'utf16le')),
    fc
      .constantFrom('', ' ', '{', '"', '[', '{]', "{'a':1}", '{a:1}', '{"a":01}', '{"a":"\u0001"}')
      .map((text) => Buffer.from(text)),
    // Bytes that are not UTF-8, within a text.
    fc
      .constantFrom('80', 'c080', 'eda080', 'f8888080', 'ff')
      .map((hex) => inserted(json, Buffer.from(hex, 'hex'))),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(255, 256, 257).map((size) => Buffer.from(json.padEnd(size * 1_024, ' '))),
  );
}

function inserted(json: string, bytes: Buffer): Buffer {
  const at = Math.max(json.lastIndexOf('"'), 0);
  return Buffer.concat([Buffer.from(json.slice(0, at)), bytes, Buffer.from(json.slice(at))]);
}
