import { contractAjv, dereference, document } from '@svc/http-contract';
import type { OpenApiDocument, OperationId, OperationObject } from '@svc/http-contract';
import type { HttpAnswer } from '@svc/testkit';

/**
 * The differences between an answer and the document; empty if there are none.
 *
 * It is stricter than a client may be: a field that the document does not name is a problem too, and so are fields in another order.
 *
 * @param body the parsed body; undefined for none.
 */
export function responseProblems(operationId: OperationId, status: number, body: unknown): string[] {
  const documented = responses.get(`${operationId} ${status}`);
  if (documented === undefined) return [`${operationId} does not document the status ${status}`];
  const validate = ajv.getSchema(`contract.json${documented.pointer}/content/application~1json/schema`);
  if (validate === undefined)
    return body === undefined ? [] : [`${operationId} documents no body for ${status}`];
  return problemsOf(validate, body);
}

/** Whatever is wrong with an answer of the product, if it answers this operation. */
export function answerProblems(operationId: OperationId | undefined, answer: HttpAnswer): string[] {
  const { status, headers, body } = answer;
  const type = (headers['content-type'] ?? '').split(';')[0] ?? '';
  const isJson = type === 'application/json';
  if (status < 400) {
    if (operationId === undefined) return [];
    if (isJson || body === undefined) return responseProblems(operationId, status, body);
    const isDocumented = Object.hasOwn(responses.get(`${operationId} ${status}`)?.content ?? {}, type);
    return isDocumented ? [] : [`${operationId} documents no ${type} for ${status}`];
  }
  const problems = isJson ? [] : ['it is not JSON'];
  if (operationId !== undefined && !responses.has(`${operationId} ${status}`))
    problems.push(`${operationId} does not document the status ${status}`);
  if ((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1))
    problems.push('it does not say when to try again');
  return [...problems, ...(isOfOthers(operationId, body) ? [] : refusalProblems(status, body))];
}

/** What is no message of MCP, and a program that waits for its login, are refused as their protocols have it. */
function isOfOthers(operationId: OperationId | undefined, body: unknown): boolean {
  if (operationId === 'exchangeDeviceCode') return responseProblems(operationId, 400, body).length === 0;
  const { jsonrpc, error } = (body ?? {}) as { jsonrpc?: unknown; error?: Record<string, unknown> };
  const isRpc =
    jsonrpc === '2.0' && typeof error?.['code'] === 'number' && typeof error['message'] === 'string';
  return operationId === 'callMcp' && isRpc;
}

/** The operation that a path belongs to; of several the one with fewer parameters. */
export function operationAt(method: string, path: string): OperationId | undefined {
  return patterns.find((each) => each.method === method && each.path.test(path))?.operationId;
}

/** The differences between a body and that of every refusal: `errors` stand in it where it is 422 alone. */
function refusalProblems(status: number, body: unknown): string[] {
  const { errors } = (body ?? {}) as { errors?: unknown[] };
  const isRight = status === 422 ? (errors?.length ?? 0) > 0 : errors === undefined;
  const problems = problemsOf(ajv.getSchema('contract.json#/components/schemas/Error')!, body);
  return isRight ? problems : [...problems, `${status} with the errors ${JSON.stringify(errors)}`];
}

function problemsOf(validate: NonNullable<ReturnType<typeof ajv.getSchema>>, body: unknown): string[] {
  if (validate(body) === true) return [];
  return (validate.errors ?? []).map(
    (error) =>
      `body${error.instancePath.replaceAll('/', '.')} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  );
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, OperationObject>).map(([method, operation]) => ({
    ...{ path, method, operationId: operation.operationId as OperationId },
    responses: Object.entries(operation.responses ?? {}),
  })),
);

const patterns = operations
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map(({ path, method, operationId }) => ({
    ...{ method: method.toUpperCase(), operationId },
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Where the document describes each answer. */
const responses = new Map(
  operations.flatMap(({ path, method, operationId, responses }) =>
    responses.map(([status, response]) => {
      const pointer = `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/responses/${status}`;
      const described = dereference<{ content?: object }>(document, response);
      return [
        `${operationId} ${status}`,
        { pointer: '$ref' in response ? response.$ref : pointer, content: described.content ?? {} },
      ] as const;
    }),
  ),
);

const ajv = contractAjv(close(document) as OpenApiDocument, { allErrors: true });
ajv.addKeyword({
  keyword: 'x-order',
  type: 'object',
  validate: (names: string[], value: object) => {
    const positions = Object.keys(value).map((name) => names.indexOf(name));
    return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0));
  },
  error: { message: 'must have its fields in the order of the document' },
});

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
