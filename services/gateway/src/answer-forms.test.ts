import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import type { AnswerField, AnswerSchema, AnswerValues } from '@svc/domain';
import { AnswerForms } from './answer-forms.js';

const pathOf = (name: string): string => `body.answer.${name}`;

const formOf = (properties: Record<string, AnswerField>, required: string[] = []): AnswerSchema => ({
  type: 'object',
  properties,
  required,
});

function problems(schema: AnswerSchema, values: unknown, isComplete = true): string[] {
  try {
    new AnswerForms().fit(schema, values as AnswerValues, { pathOf, isComplete });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return error.fields.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
}

describe('a form', () => {
  const form = formOf(
    {
      amount: { type: 'number', minimum: 1, maximum: 5 },
      count: { type: 'integer' },
      tone: { type: 'string', enum: ['formal', 'friendly'] },
      on: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      note: { type: 'string', minLength: 2, maxLength: 3 },
      sure: { type: 'boolean' },
      free: { type: 'string' },
    },
    ['amount', 'sure'],
  );

  it('takes values that fit, and puts them into its order', () => {
    const values = {
      sure: false,
      on: '2028-02-29',
      at: '2026-03-02T09:30:00+01:00',
      amount: 1.5,
      note: '🎉🎉',
      count: 3,
    };
    const taken = new AnswerForms().fit(form, values, { pathOf, isComplete: true });
    expect(Object.keys(taken)).toEqual(['amount', 'count', 'on', 'at', 'note', 'sure']);
    expect(taken).toEqual(values);
  });

  it('names every field that does not fit, and says no value that was given', () => {
    const values = {
      ...{ amount: 9, count: 1.5, tone: 'secret', on: '2026-02-30', at: '2026-03-02T09:30:00' },
      ...{ note: 'secret', free: 'x'.repeat(4_001), other: 'secret' },
    };
    expect(problems(form, values).sort()).toEqual([
      'body.answer.amount: must be <= 5',
      'body.answer.at: must match format "date-time"',
      'body.answer.count: must be integer',
      'body.answer.free: must NOT have more than 4000 characters',
      'body.answer.note: must NOT have more than 3 characters',
      'body.answer.on: must match format "date"',
      'body.answer.other: is no field of the form',
      'body.answer.sure: is required',
      'body.answer.tone: must be one of formal, friendly',
    ]);
  });

  it('does not turn values into other types', () => {
    expect(problems(form, { amount: '3', sure: 'true' }).sort()).toEqual([
      'body.answer.amount: must be number',
      'body.answer.sure: must be boolean',
    ]);
    expect(problems(form, { amount: Infinity, sure: true })).toEqual(['body.answer.amount: must be number']);
  });

  it('misses nothing where only a part is asked for', () => {
    expect(problems(form, { amount: 3 }, false)).toEqual([]);
    expect(problems(form, { amount: 9 }, false)).toEqual(['body.answer.amount: must be <= 5']);
  });

  it('takes names that every object has for fields like others', () => {
    const field: AnswerField = { type: 'string' };
    const hostile = formOf(Object.fromEntries([['constructor', field]]), ['constructor']);
    expect(problems(hostile, {})).toEqual(['body.answer.constructor: is required']);
    expect(problems(hostile, JSON.parse('{"constructor":"x"}'))).toEqual([]);
    expect(problems(form, JSON.parse('{"amount":1,"sure":true,"__proto__":1,"toString":2}')).sort()).toEqual([
      'body.answer.__proto__: is no field of the form',
      'body.answer.toString: is no field of the form',
    ]);
  });

  it('is compiled once, whatever its texts say, and of very many the last hundred are kept', () => {
    const forms = new AnswerForms();
    const check = { pathOf, isComplete: true };
    for (let n = 0; n < 5; n += 1)
      forms.fit(formOf({ a: { type: 'string', title: `Title ${n}`, default: `${n}` } }), {}, check);
    expect(forms.size).toBe(1);
    for (let n = 0; n < 150; n += 1) forms.fit(formOf({ a: { type: 'number', minimum: n } }), {}, check);
    expect(forms.size).toBe(100);
  });
});
