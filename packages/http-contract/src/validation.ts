import { parseInstant, ServiceError } from '@svc/domain';
import type { FieldError } from '@svc/domain';
import type { ErrorObject, Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { dereference, operationsById, takesNull } from './document.js';
import type { OpenApiDocument, Schema, Operation, OperationId } from './document.js';
import { document } from './generated/document.js';

/** The fields that one refusal names. */
const FIELDS_MAX = 20;

/** The characters that it shows of a name that the caller has made up. */
const NAME_SHOWN_MAX = 100;

const ROOT = 'contract.json';

export function contractAjv(source: OpenApiDocument, options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({
    // The document has keywords around its schemas that JSON Schema does not have.
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    verbose: true,
    ...options,
  });
  formats.default(ajv);
  ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
  ajv.addSchema(source, ROOT);
  return ajv;
}

export function referenceTo(...keys: string[]): Schema {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  return { $ref: `${ROOT}#/${pointer.join('/')}` };
}

export type ParametersValidator = (values: Record<string, unknown>) => void;
export type BodyValidator = (body: unknown) => void;

// Compiled by the first call that needs it. All together would be a third of what a start costs.
const strict = once(() => contractAjv(document));
const coercing = once(() => contractAjv(document, { coerceTypes: true, useDefaults: true }));

/**
 * Checks parameters, and converts them, in the object itself, to the types of the document.
 *
 * @throws ServiceError `invalid_request`; for the path `not_found`, since a malformed id names nothing.
 */
export function parametersValidator(operation: Operation, location: 'path' | 'query'): ParametersValidator {
  const parameters = operation.parameters.filter((parameter) => parameter.in === location);
  if (parameters.length === 0) return () => undefined;
  const validator = once(() =>
    coercing().compile({
      type: 'object',
      properties: Object.fromEntries(
        parameters.map(({ name, schema }) => [name, dereference(document, schema)]),
      ),
      required: parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
    }),
  );
  return (values) => {
    const validate = validator();
    if (validate(values)) return;
    if (location === 'path') throw new ServiceError('not_found');
    throw new ServiceError('invalid_request', { fields: fieldsOf(validate.errors ?? [], location) });
  };
}

/**
 * Null for an optional field is the same as leaving it out, so such fields are removed from the body.
 *
 * @throws ServiceError `invalid_request`.
 */
export function bodyValidator({ path, method, object }: Operation): BodyValidator {
  const described = object.requestBody?.content['application/json']?.schema ?? {};
  const schema = referenceTo('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
  const validator = once(() => strict().compile(schema));
  return (body) => {
    removeNulls(body, described);
    const validate = validator();
    if (!validate(body))
      throw new ServiceError('invalid_request', { fields: fieldsOf(validate.errors ?? [], 'body') });
  };
}

/** What the schema does not describe stays as it is. */
export function removeNulls(value: unknown, schema: Schema): void {
  if (typeof value !== 'object' || value === null) return;
  const described = dereference(document, schema) as ObjectSchema;
  if (Array.isArray(value)) {
    const { items } = described;
    if (items !== undefined) for (const item of value) removeNulls(item, items);
    return;
  }
  const { properties = {}, additionalProperties } = described;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const fields = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(fields)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : others;
    if (field === undefined) continue;
    if (member !== null) removeNulls(member, field);
    else if (!takesNull(document, field)) delete fields[name];
  }
}

interface ObjectSchema {
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

/** One entry per field. Errors of the branches of an `anyOf` are left out. */
export function fieldsOf(errors: readonly ErrorObject[], location: string): FieldError[] {
  const fields = new Map<string, FieldError>();
  const branching = errors.filter((error) => error.keyword === 'anyOf');
  const inBranch = (error: ErrorObject): boolean =>
    branching.some((parent) => error.schemaPath.startsWith(`${parent.schemaPath}/`));
  // An error of the field itself comes before an error of an `anyOf`.
  const own = errors.filter((error) => error.keyword !== 'anyOf' && !inBranch(error));
  for (const error of [...own, ...branching]) {
    const field = fieldOf(error, location);
    if (!fields.has(field.path) && fields.size < FIELDS_MAX) fields.set(field.path, field);
  }
  return [...fields.values()];
}

function fieldOf(error: ErrorObject, location: string): FieldError {
  const path = location + error.instancePath.replaceAll('/', '.');
  const params = error.params as Record<string, unknown>;
  const { propertyName } = error;
  if (propertyName !== undefined)
    return { path: `${path}.${propertyName.slice(0, NAME_SHOWN_MAX)}`, message: `its name ${error.message}` };
  switch (error.keyword) {
    case 'required':
      return { path: `${path}.${String(params['missingProperty'])}`, message: 'is required' };
    case 'additionalProperties': {
      const name = String(params['additionalProperty']).slice(0, NAME_SHOWN_MAX);
      return { path: `${path}.${name}`, message: 'is not known here' };
    }
    case 'enum':
      return { path, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
    case 'const':
      return { path, message: `must be ${JSON.stringify(params['allowedValue'])}` };
    case 'anyOf': {
      const refusal = error.parentSchema?.['x-refusal'] as { field: string; message: string } | undefined;
      if (refusal !== undefined) return { path: `${path}.${refusal.field}`, message: refusal.message };
      return { path, message: 'has none of the accepted forms' };
    }
    default:
      return { path, message: error.message ?? 'is invalid' };
  }
}

/** Of a field of body, query or path, without references and `x-…` keywords. Throws for an unknown name. */
export function fieldSchema(operationId: OperationId, name: string): Schema {
  const operation = operationsById.get(operationId);
  const parameter = operation?.parameters.find((each) => each.name === name && each.in !== 'header');
  if (parameter !== undefined) {
    const described = { ...parameter.schema, description: parameter.description };
    return standingAlone(described) as Schema;
  }
  const media = operation?.object.requestBody?.content['application/json'];
  const body = media === undefined ? {} : dereference<Schema>(document, media.schema);
  const field = (body['properties'] as Record<string, Schema> | undefined)?.[name];
  if (field === undefined) throw new Error(`${operationId} takes no ${name}`);
  return standingAlone(field) as Schema;
}

function standingAlone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(standingAlone);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const { $ref, ...beside } = value as { $ref: string };
    return standingAlone({ ...dereference<object>(document, { $ref }), ...beside });
  }
  const { type, ...rest } = Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !key.startsWith('x-') && member !== undefined)
      .map(([key, member]) => [key, standingAlone(member)]),
  );
  if (type === undefined) return rest;
  // Some who read schemas know only one type for a value.
  if (!Array.isArray(type)) return { type, ...rest };
  return { ...rest, anyOf: type.map((each: unknown) => ({ type: each })) };
}

export class WrittenJson {
  readonly text: string;
  readonly isReplayed: boolean;

  constructor(text: string, isReplayed: boolean) {
    this.text = text;
    this.isReplayed = isReplayed;
  }
}

/** A body that is JSON text already. The caller guarantees that it has the type. */
export function writtenJson<Body>(text: string, isReplayed = false): Body {
  return new WrittenJson(text, isReplayed) as Body;
}

export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
