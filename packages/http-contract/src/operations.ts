import type { AgentScope, ApiKeyScope } from '@svc/domain';
import { dereference, METHODS } from './document.js';
import type { Method, OpenApiDocument, OperationObject, Parameter } from './document.js';
import { document } from './generated/document.js';
import type { OperationId } from './operation-types.js';

/** Size of a body if the document does not give one, in bytes. */
export const BODY_BYTES_MAX_DEFAULT = 256 * 1024;

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A call of the document, with everything about it. */
export interface Operation {
  operationId: OperationId;
  method: Method;
  /** With its parameters in braces, as in the document. */
  path: string;
  parameters: readonly Parameter[];
  bodyBytesMax: number;
  /** A call may carry the header `Idempotency-Key`. */
  takesIdempotencyKey: boolean;
  object: OperationObject;
}

/** Every call of the document by its id. */
export const operationsById: ReadonlyMap<string, Operation> = collect(document);

/** The methods that the document has for a path, for the header `Allow`. */
export function methodsOf(path: string): string[] {
  const item = document.paths[path] ?? {};
  const methods = METHODS.filter((method) => item[method] !== undefined).map((method) =>
    method.toUpperCase(),
  );
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** Whom the document lets make a call of the agent API. */
export interface AgentAccess {
  /** A key with any of these opens it. */
  scopes: readonly AgentScope[];
  isInteractiveOnly: boolean;
}

/** A call that names no scopes is open to no key. */
export function agentAccess(operationId: OperationId): AgentAccess {
  const object = operationsById.get(operationId)?.object;
  return {
    scopes: (object?.['x-agent-scopes'] ?? []) as AgentScope[],
    isInteractiveOnly: object?.['x-interactive-only'] === true,
  };
}

/** The scope of an API key that opens a call of the client API; `null` if no key opens it. */
export function apiKeyScopeOf(operationId: OperationId): ApiKeyScope | null {
  const scope = operationsById.get(operationId)?.object['x-api-key-scope'] ?? 'none';
  return scope === 'none' ? null : scope;
}

/** The size of the body of a call, in bytes, for those that read it themselves. */
export function bodyBytesMaxOf(operationId: OperationId): number {
  return operationsById.get(operationId)?.bodyBytesMax ?? BODY_BYTES_MAX_DEFAULT;
}

function collect(source: OpenApiDocument): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries(source.paths)) {
    for (const method of METHODS) {
      const object = item[method];
      if (object === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])];
      operations.set(object.operationId, {
        operationId: object.operationId as OperationId,
        method,
        path,
        parameters: parameters.map((parameter) => dereference<Parameter>(source, parameter)),
        bodyBytesMax: object['x-body-limit-bytes'] ?? BODY_BYTES_MAX_DEFAULT,
        takesIdempotencyKey: parameters.some(
          (parameter) => dereference<Parameter>(source, parameter).name === IDEMPOTENCY_KEY,
        ),
        object,
      });
    }
  }
  return operations;
}
