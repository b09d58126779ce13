import type { ValidateFunction } from 'ajv';
import { dereference, operationsById } from './document.js';
import type { OpenApiDocument, ResponseObject, OperationId } from './document.js';
import { document } from './generated/document.js';
import { once, contractAjv } from './validation.js';

/**
 * The differences between an answer and the document; empty if there are none. For tests.
 *
 * It is stricter than a client may be: a field that the document does not name is a problem too, and so are fields in another order.
 *
 * @param body the parsed body; undefined for none.
 */
export function responseProblems(operationId: OperationId, status: number, body: unknown): string[] {
  const response = responseOf(operationId, status);
  if (response === undefined) return [`${operationId} does not document the status ${status}`];
  const schema = response.content?.['application/json']?.schema;
  if (schema === undefined)
    return body === undefined ? [] : [`${operationId} documents no body for ${status}`];
  const validate = validatorOf(schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    (error) =>
      `body${error.instancePath.replaceAll('/', '.')} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  );
}

// The services load this file as well, and never call it.
const closed = once(() => close(document) as OpenApiDocument);
const ajv = once(() => {
  const made = contractAjv(closed(), { allErrors: true });
  made.addKeyword({
    keyword: 'x-order',
    type: 'object',
    validate: (names: string[], value: object) => {
      const positions = Object.keys(value).map((name) => names.indexOf(name));
      return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0));
    },
    error: { message: 'must have its fields in the order of the document' },
  });
  return made;
});
const compiled = new WeakMap<object, ValidateFunction>();

function responseOf(operationId: OperationId, status: number): ResponseObject | undefined {
  const operation = operationsById.get(operationId);
  if (operation === undefined) return undefined;
  const found = closed().paths[operation.path]?.[operation.method]?.responses[String(status)];
  return found === undefined ? undefined : dereference<ResponseObject>(closed(), found);
}

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = ajv().compile(absolute(schema) as object);
  compiled.set(schema, validate);
  return validate;
}

/** The same schema, with references that point into the document, wherever it is compiled. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' ? [key, `contract.json${inner}`] : [key, absolute(inner)],
    ),
  );
}

/** A copy in which every object that lists its properties has no others, and has them in this order. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]));
  const { type, properties, additionalProperties } = copy;
  if (type === 'object' && properties !== undefined && additionalProperties === undefined) {
    copy['additionalProperties'] = false;
    copy['x-order'] = Object.keys(properties as object);
  }
  return copy;
}
