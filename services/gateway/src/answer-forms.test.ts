import { ServiceError } from '@svc/domain';
import type { AnswerField, AnswerSchema, AnswerValues } from '@svc/domain';
import { answerForm } from './answer-forms.js';

const pathOf = (name: string): string => `body.answer.${name}`;

const formOf = (properties: Record<string, AnswerField>, required: string[] = []): AnswerSchema => ({
  type: 'object',
  properties,
  required,
});

function problems(schema: AnswerSchema, values: unknown, isComplete = true): string[] {
  try {
    answerForm(schema).fit(values as AnswerValues, { pathOf, isComplete });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return error.fields.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
}

describe('a form', () => {
  const fields = { amount: { type: 'number', minimum: 1, maximum: 5 }, sure: { type: 'boolean' } } as const;
  const form = formOf(fields, ['amount', 'sure']);

  it('misses nothing where only a part is asked for', () => {
    expect(problems(form, { amount: 3 }, false)).toEqual([]);
    expect(problems(form, { amount: 9 }, false)).toEqual(['body.answer.amount: must be <= 5']);
  });
});
