import type { OperationHandlers, OperationId, Operation } from './document.js';
import { answered } from './contract-router.js';
import type { UntypedHandler } from './contract-router.js';
import { operationsById } from './document.js';
import { bodyValidator, parametersValidator, WrittenJson } from './validation.js';

export interface ContractCall<Auth> {
  auth: Auth;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Resolves with the answer's body. Rejects as over HTTP; fields of errors begin with `query.` or `body.`. */
export type ContractCaller<Auth> = (operationId: OperationId, call: ContractCall<Auth>) => Promise<unknown>;

/** Calls are validated and done as those of {@link contractRouter} are. */
export function contractCaller<Auth>(handlers: OperationHandlers<Auth>): ContractCaller<Auth> {
  const known = new Map<OperationId, ReturnType<typeof calleeOf<Auth>>>();
  return async (operationId, { auth, params = {}, query = {}, body }) => {
    const callee = known.get(operationId) ?? calleeOf(operationId, handlers);
    known.set(operationId, callee);
    const given = { ...query };
    callee.validatePath(params);
    callee.validateQuery(given);
    if (callee.validateBody !== null) callee.validateBody(body);
    const answer = await callee.handler({ params, query: given, body, headers: {}, auth });
    const shown = answered(callee.operation, answer).body;
    return shown instanceof WrittenJson ? (JSON.parse(shown.text) as unknown) : shown;
  };
}

function calleeOf<Auth>(operationId: OperationId, handlers: OperationHandlers<Auth>) {
  const operation: Operation | undefined = operationsById.get(operationId);
  const handler = handlers[operationId];
  if (operation === undefined || handler === undefined) throw new Error(`${operationId} has no handler`);
  return {
    operation,
    validatePath: parametersValidator(operation, 'path'),
    validateQuery: parametersValidator(operation, 'query'),
    validateBody: operation.object.requestBody === undefined ? null : bodyValidator(operation),
    // The validators guarantee the types.
    handler: handler as unknown as UntypedHandler<Auth>,
  };
}
