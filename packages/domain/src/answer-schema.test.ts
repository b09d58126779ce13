import { answerSchema, inFormOrder, prefilledAnswer, storableValues } from './answer-schema.js';
import type { AnswerField, AnswerSchema } from './answer-schema.js';
import { ServiceError } from './errors.js';

const schemaOf = (properties: Record<string, AnswerField>): AnswerSchema => ({ type: 'object', properties });

/** The refusal as `path: message`. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError)
      return error.fields.map(({ path, message }) => `${path}: ${message}`).join();
    throw error;
  }
  return 'none';
}

const refusalOf = (field: AnswerField) => refusal(() => answerSchema(schemaOf({ a: field }), 's'));

describe('the schema of an answer', () => {
  it('is stored with its fields in their order, and texts that the store can hold', () => {
    const properties: Record<string, AnswerField> = { b: { type: 'string' }, a: { type: 'integer' } };
    const given: AnswerSchema = { type: 'object', title: 'T\ud800', properties, required: ['b'] };
    expect(JSON.stringify(answerSchema(given, 's'))).toBe(
      '{"type":"object","title":"T\ufffd","properties":{"b":{"type":"string"},"a":{"type":"integer"}},"required":["b"]}',
    );
  });

  it.each<[AnswerField, string]>([
    [{ type: 'number', maxLength: 3 }, 's.properties.a.maxLength: does not go with the type number'],
    [{ type: 'integer', enum: ['x'] }, 's.properties.a.enum: does not go with the type integer'],
    [{ type: 'string', minimum: 1 }, 's.properties.a.minimum: does not go with the type string'],
    [{ type: 'boolean', format: 'date' }, 's.properties.a.format: does not go with the type boolean'],
    [{ type: 'string', enum: ['x'], format: 'date' }, 's.properties.a.format: does not go with enum'],
    [{ type: 'string', format: 'date', minLength: 1 }, 's.properties.a.minLength: does not go with format'],
    [
      { type: 'string', minLength: 3, maxLength: 2 },
      's.properties.a.maxLength: must not be less than minLength',
    ],
    [{ type: 'number', minimum: Infinity }, 's.properties.a.minimum: must be a number within bounds'],
    [{ type: 'integer', maximum: 2.5 }, 's.properties.a.maximum: must be an integer, as the type says'],
    [{ type: 'string', enum: ['x', 'y', 'x'] }, 's.properties.a.enum: must not have the same choice twice'],
    [{ type: 'string', enum: ['x', ' '] }, 's.properties.a.enum.1: must not be blank'],
    [{ type: 'string', title: ' ' }, 's.properties.a.title: must not be blank'],
    [{ type: 'string', default: 'a\0' }, 's.properties.a.default: must not contain the character U+0000'],
  ])('is refused for %j', (field, expected) => {
    expect(refusalOf(field)).toBe(expected);
  });

  it('has at most 16 KiB, and so have values', () => {
    const choices = Array.from({ length: 50 }, (_, n) => `${n} ${'x'.repeat(190)}`);
    const field: AnswerField = { type: 'string', enum: choices };
    const twice = () => answerSchema(schemaOf({ a: field, b: field }), 's');
    expect(refusalOf(field)).toBe('none');
    expect(refusal(twice)).toBe('s: must NOT have more than 16384 bytes');
    const long = 'ä'.repeat(4_000);
    const thrice = () => storableValues({ a: long, b: long, c: long }, 'v');
    expect(refusal(() => storableValues({ a: long, b: long }, 'v'))).toBe('none');
    expect(refusal(thrice)).toBe('v: must NOT have more than 16384 bytes');
  });
});

describe('what a form is prefilled with', () => {
  const schema = schemaOf({
    amount: { type: 'number', default: 5 },
    tone: { type: 'string', default: 'formal' },
    note: { type: 'string' },
  });

  it('is what was proposed, else the default, in the order of the form', () => {
    expect(JSON.stringify(prefilledAnswer(schema, null))).toBe('{"amount":5,"tone":"formal"}');
    expect(JSON.stringify(prefilledAnswer(schema, { note: 'n', amount: 0 }))).toBe(
      '{"amount":0,"tone":"formal","note":"n"}',
    );
  });

  it('takes no field from what every object has', () => {
    const field: AnswerField = { type: 'string' };
    const hostile = schemaOf(Object.fromEntries(['constructor', 'toString'].map((name) => [name, field])));
    expect(inFormOrder(hostile, {})).toEqual({});
    expect(Object.keys(prefilledAnswer(hostile, JSON.parse('{"constructor":"x"}')))).toEqual(['constructor']);
  });
});
