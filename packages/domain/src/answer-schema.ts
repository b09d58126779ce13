import { invalidField, storableText, storableTextNotBlank } from './storable-text.js';

export type AnswerFieldType = 'string' | 'number' | 'integer' | 'boolean';

/** Texts with a form of their own (RFC 3339): `2026-03-02`, `2026-03-02T09:30:00Z`. */
export type AnswerFormat = 'date' | 'date-time';

/** A schema as JSON text, in bytes. */
export const ANSWER_SCHEMA_BYTES_MAX = 16 * 1024;
/** Proposed values or an answer as JSON text, in bytes. */
export const ANSWER_BYTES_MAX = 16 * 1024;
/** A text in an answer whose field gives no `maxLength`, in characters. */
export const ANSWER_TEXT_LENGTH_MAX = 4_000;

export type AnswerValue = string | number | boolean;

export type AnswerValues = Readonly<Record<string, AnswerValue>>;

/** A field of a form, in keywords of JSON Schema. */
export interface AnswerField {
  type: AnswerFieldType;
  title?: string;
  description?: string;
  enum?: string[];
  format?: AnswerFormat;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: AnswerValue;
}

/** What an agent asks the user to fill in: a flat part of JSON Schema. Its properties stand in the form's order. */
export interface AnswerSchema {
  type: 'object';
  title?: string;
  description?: string;
  properties: Record<string, AnswerField>;
  required?: string[];
}

/** The keywords of a type beside those that every field may have. */
const KEYWORDS: Readonly<Record<AnswerFieldType, readonly (keyof AnswerField)[]>> = {
  string: ['enum', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
};
const BOUNDING = new Set(Object.values(KEYWORDS).flat());

/**
 * A schema that the store can hold. Checks what the keywords of the contract say together, not whether
 * defaults fit their fields. Throws `invalid_request`, which names the keyword.
 */
export function answerSchema({ required = [], ...given }: AnswerSchema, path: string): AnswerSchema {
  assertTitled(given, path);
  for (const [name, field] of Object.entries(given.properties))
    assertField(field, `${path}.properties.${name}`);
  for (const [index, name] of required.entries()) {
    if (!Object.hasOwn(given.properties, name))
      throw invalidField(`${path}.required.${index}`, 'must name one of the properties');
  }
  const schema = { ...given, ...(required.length > 0 && { required }) };
  if (bytesOf(schema) > ANSWER_SCHEMA_BYTES_MAX)
    throw invalidField(path, `must NOT have more than ${ANSWER_SCHEMA_BYTES_MAX} bytes`);
  return storable(schema, path) as AnswerSchema;
}

function assertTitled({ title }: { title?: string }, path: string): void {
  if (title !== undefined) storableTextNotBlank(title, `${path}.title`);
}

function assertField(given: AnswerField, path: string): void {
  const { type, enum: choices = [], minLength, maxLength, minimum, maximum } = given;
  assertTitled(given, path);
  for (const keyword of BOUNDING) {
    if (given[keyword] !== undefined && !KEYWORDS[type].includes(keyword))
      throw invalidField(`${path}.${keyword}`, `does not go with the type ${type}`);
  }
  assertAlone(given, path);
  assertInOrder([minLength, maxLength], `${path}.maxLength`, 'minLength');
  assertInOrder([minimum, maximum], `${path}.maximum`, 'minimum');
  for (const [keyword, bound] of Object.entries({ minimum, maximum })) {
    if (bound === undefined) continue;
    if (!Number.isFinite(bound)) throw invalidField(`${path}.${keyword}`, 'must be a number within bounds');
    if (type === 'integer' && !Number.isInteger(bound))
      throw invalidField(`${path}.${keyword}`, 'must be an integer, as the type says');
  }
  for (const [index, choice] of choices.entries()) storableTextNotBlank(choice, `${path}.enum.${index}`);
  if (new Set(choices).size < choices.length)
    throw invalidField(`${path}.enum`, 'must not have the same choice twice');
}

/** A list of choices, and a date, say already what the text may be. */
function assertAlone(given: AnswerField, path: string): void {
  const first = (['enum', 'format'] as const).find((keyword) => given[keyword] !== undefined);
  if (first === undefined) return;
  for (const keyword of ['format', 'minLength', 'maxLength'] as const) {
    if (keyword !== first && given[keyword] !== undefined)
      throw invalidField(`${path}.${keyword}`, `does not go with ${first}`);
  }
}

function assertInOrder(
  [low, high]: [number | undefined, number | undefined],
  path: string,
  other: string,
): void {
  if (low !== undefined && high !== undefined && low > high)
    throw invalidField(path, `must not be less than ${other}`);
}

/** All texts of a schema, or of values, in a form that the store can hold. */
function storable(part: unknown, path: string): unknown {
  if (typeof part === 'string') return storableText(part, path);
  if (Array.isArray(part)) return part.map((item, index) => storable(item, `${path}.${index}`));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [name, storable(member, `${path}.${name}`)]),
  );
}

/** In a form that the store can hold; whether they fit a schema is not checked. Throws `invalid_request`. */
export function storableValues(given: AnswerValues, path: string): AnswerValues {
  const values = storable(given, path) as AnswerValues;
  if (bytesOf(values) > ANSWER_BYTES_MAX)
    throw invalidField(path, `must NOT have more than ${ANSWER_BYTES_MAX} bytes`);
  return values;
}

export function inFormOrder({ properties }: AnswerSchema, values: AnswerValues): AnswerValues {
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What the form shows at first: what the agent has proposed, and the defaults of the other fields. */
export function prefilledAnswer(schema: AnswerSchema, proposed: AnswerValues | null): AnswerValues {
  const defaults = Object.entries(schema.properties).flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default] as const],
  );
  return inFormOrder(schema, { ...Object.fromEntries(defaults), ...proposed });
}

export function isSameValues(one: AnswerValues | null, other: AnswerValues | null): boolean {
  const [ours, theirs] = [one, other].map((values) =>
    JSON.stringify(values && Object.entries(values).sort()),
  );
  return ours === theirs;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
