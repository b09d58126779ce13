import { ANSWER_TEXT_LENGTH_MAX, inFormOrder, parseInstant, ServiceError } from '@svc/domain';
import type { AnswerField, AnswerSchema, AnswerValues, FieldError } from '@svc/domain';
import { fieldsOf } from '@svc/http-contract';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

export interface FormCheck {
  /** Such as `body.answer.amount`. */
  pathOf: (name: string) => string;
  isComplete: boolean;
}

/** To check answers to one request, which compiles its form. */
export function answerForm(schema: AnswerSchema) {
  const validate = compile(checkedPart(schema));

  function problems(values: AnswerValues, { pathOf, isComplete }: FormCheck): FieldError[] {
    if (validate(values)) return [];
    const errors = (validate.errors ?? []).filter(({ keyword }) => isComplete || keyword !== 'required');
    return fieldsOf(errors, 'form').map(({ path, message }) => ({
      path: pathOf(path.slice('form.'.length)),
      message,
    }));
  }

  return {
    /** In the order of the form. @throws ServiceError `invalid_request` with the fields that do not fit. */
    fit(values: AnswerValues, check: FormCheck): AnswerValues {
      const fields = problems(values, check);
      if (fields.length > 0) throw new ServiceError('invalid_request', { fields });
      return inFormOrder(schema, values);
    },

    isFilledIn: (values: AnswerValues): boolean =>
      problems(values, { pathOf: (name) => name, isComplete: true }).length === 0,
  };
}

/**
 * An ajv keeps all that it has compiled, so each form has its own. The largest takes 3.5 ms. The keywords of
 * forms are the same in all drafts, and this one is the lightest.
 */
function compile(schema: object): ValidateFunction {
  const ajv = new Ajv({
    // To optimise takes longer than what it saves.
    code: { optimize: false },
    ...{ allErrors: true, meta: false, validateSchema: false, logger: false },
    // Else a field `constructor` would always be there.
    ownProperties: true,
  });
  formats.default(ajv, ['date']);
  ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
  return ajv.compile(schema);
}

function checkedPart({ properties, required = [] }: AnswerSchema) {
  const fields = Object.entries(properties).map(([name, field]) => [name, checkedField(field)] as const);
  return { type: 'object', properties: Object.fromEntries(fields), required, additionalProperties: false };
}

function checkedField(field: AnswerField) {
  const isOpenText = field.type === 'string' && field.enum === undefined && field.format === undefined;
  return isOpenText ? { maxLength: ANSWER_TEXT_LENGTH_MAX, ...field } : field;
}
