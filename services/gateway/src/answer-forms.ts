import { ANSWER_TEXT_LENGTH_MAX, inFormOrder, parseInstant, ServiceError } from '@svc/domain';
import type { AnswerField, AnswerSchema, AnswerValues, FieldError } from '@svc/domain';
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** Forms that a process keeps compiled. */
const FORMS_MAX = 100;

/** The characters that a refusal shows of a made-up name. */
const NAME_SHOWN_MAX = 100;

export interface FormCheck {
  /** Such as `body.answer.amount`. */
  pathOf: (name: string) => string;
  isComplete: boolean;
}

export class AnswerForms {
  readonly #compiled = new Map<string, ValidateFunction>();

  get size(): number {
    return this.#compiled.size;
  }

  /** In the order of the form. @throws ServiceError `invalid_request` with every field that does not fit. */
  fit(schema: AnswerSchema, values: AnswerValues, check: FormCheck): AnswerValues {
    const fields = this.#problems(schema, values, check);
    if (fields.length > 0) throw new ServiceError('invalid_request', { fields });
    return inFormOrder(schema, values);
  }

  isFilledIn(schema: AnswerSchema, values: AnswerValues): boolean {
    return this.#problems(schema, values, { pathOf: (name) => name, isComplete: true }).length === 0;
  }

  #problems(schema: AnswerSchema, values: AnswerValues, { pathOf, isComplete }: FormCheck): FieldError[] {
    const validate = this.#validatorOf(schema);
    if (validate(values)) return [];
    const fields = new Map<string, FieldError>();
    for (const error of validate.errors ?? []) {
      if (error.keyword === 'required' && !isComplete) continue;
      const field = fieldOf(error, pathOf);
      if (!fields.has(field.path)) fields.set(field.path, field);
    }
    return [...fields.values()];
  }

  #validatorOf(schema: AnswerSchema): ValidateFunction {
    const checked = checkedPart(schema);
    const key = JSON.stringify(checked);
    const validate = this.#compiled.get(key) ?? compile(checked);
    // The last one is the one that was used last.
    this.#compiled.delete(key);
    this.#compiled.set(key, validate);
    if (this.#compiled.size > FORMS_MAX) {
      const [oldest] = this.#compiled.keys();
      if (oldest !== undefined) this.#compiled.delete(oldest);
    }
    return validate;
  }
}

/**
 * An ajv keeps all that it has compiled, so each form has its own. The largest takes 3.5 ms and 70 KB. The
 * keywords of forms are the same in all drafts, and this one is the lightest.
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

/** Texts for people would only make more forms of one. */
function checkedPart({ properties, required = [] }: AnswerSchema) {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, checkedField(field)]),
    ),
    required,
    additionalProperties: false,
  };
}

function checkedField({ title: _title, description: _text, default: _value, ...field }: AnswerField) {
  const isOpenText = field.type === 'string' && field.enum === undefined && field.format === undefined;
  return isOpenText ? { maxLength: ANSWER_TEXT_LENGTH_MAX, ...field } : field;
}

function fieldOf(
  { keyword, instancePath, params, message = 'is invalid' }: ErrorObject,
  pathOf: FormCheck['pathOf'],
): FieldError {
  const given = params as Record<string, unknown>;
  switch (keyword) {
    case 'required':
      return { path: pathOf(String(given['missingProperty'])), message: 'is required' };
    case 'additionalProperties': {
      const name = String(given['additionalProperty']).slice(0, NAME_SHOWN_MAX);
      return { path: pathOf(name), message: 'is no field of the form' };
    }
    case 'enum':
      return {
        path: pathOf(instancePath.slice(1)),
        message: `must be one of ${(given['allowedValues'] as unknown[]).join(', ')}`,
      };
    default:
      return { path: pathOf(instancePath.slice(1)), message };
  }
}
