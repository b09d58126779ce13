import type { AnswerField, AnswerSchema } from '../../api/decisions.ts';
import { firstDraft, prefilled, readDraft } from './answer-draft.ts';

const schema: AnswerSchema = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: 1, maximum: 5 },
    count: { type: 'integer' },
    tone: { type: 'string', enum: ['formal', 'friendly'], default: 'formal' },
    at: { type: 'string', format: 'date-time' },
    note: { type: 'string', minLength: 2, maxLength: 3 },
    terms: { type: 'boolean' },
    sure: { type: 'boolean' },
  },
  required: ['amount', 'sure'],
};

/** What a person gets who changes these inputs. */
function read(
  changes: Record<string, string | boolean>,
  proposed: Record<string, string | number | boolean> | null = null,
) {
  const before = prefilled(schema, proposed);
  return readDraft(schema, { ...firstDraft(schema, before), ...changes }, before);
}

describe('what stands in a form', () => {
  it('is edited by one change, and not by one that is taken back', () => {
    expect(read({ amount: '3' }, { amount: 3, sure: true }).isEdited).toBe(false);
    expect(read({ amount: '4' }, { amount: 3, sure: true })).toMatchObject({
      isEdited: true,
      answer: { amount: 4 },
    });
    expect(read({ terms: true }).isEdited).toBe(true);
  });

  it('has a box in its answer if it is required or was touched', () => {
    expect(read({ amount: '1' }).answer).toEqual({ amount: 1, tone: 'formal', sure: false });
    expect(read({ amount: '1', terms: false }, { terms: true }).answer).toMatchObject({ terms: false });
  });

  it('is a moment as its time zone has it', () => {
    const moment = new Date(2026, 2, 2, 9, 30);
    expect(read({ at: '2026-03-02T09:30' }).answer).toMatchObject({ at: moment.toISOString() });
    const { at } = firstDraft(schema, { at: moment.toISOString() });
    expect(at).toBe('2026-03-02T09:30');
  });

  it('takes nothing from what every object has', () => {
    const field: AnswerField = { type: 'string' };
    const hostile: AnswerSchema = {
      type: 'object',
      properties: Object.fromEntries(['constructor', 'toString'].map((name) => [name, field])),
      required: ['toString'],
    };
    const before = prefilled(hostile, {});
    expect(readDraft(hostile, firstDraft(hostile, before), before)).toEqual({
      answer: {},
      errors: Object.fromEntries([['toString', 'Fill this in.']]),
      isEdited: false,
    });
  });

  it('leaves out what was emptied, and says what is wrong with the rest', () => {
    const { answer, errors } = read({ amount: '', count: '1.5', note: 'x', tone: '' }, { amount: 3 });
    expect(answer).not.toHaveProperty('amount');
    expect(answer).not.toHaveProperty('tone');
    expect(errors).toEqual({
      amount: 'Fill this in.',
      count: 'Write a whole number.',
      note: 'Write at least 2 characters.',
    });
    expect(read({ amount: '1,200' }).errors['amount']).toBe('Write a number, like 12.5.');
    expect(read({ amount: '6' }).errors['amount']).toBe('Write a number up to 5.');
    expect(read({ amount: '0' }).errors['amount']).toBe('Write a number from 1 on.');
    expect(read({ note: '🎉🎉🎉🎉' }).errors['note']).toBe('Write at most 3 characters; these are 4.');
    expect(read({ note: '🎉🎉🎉' }).errors['note']).toBeUndefined();
  });
});
