import type { IncomingHttpHeaders } from 'node:http';
import type { AgentScope, ApiKeyScope } from '@svc/domain';
import { document } from './generated/document.js';
import type { operations } from './generated/types.js';

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [key: string]: unknown };
  servers: { url: string; description?: string }[];
  tags?: unknown[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ResponseObject>;
    headers?: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}

export type Schema = Readonly<Record<string, unknown>>;

export interface Reference {
  $ref: string;
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof METHODS)[number];

export type PathItem = { parameters?: (Parameter | Reference)[] } & { [method in Method]?: OperationObject };

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
  /** Default 256 KiB. */
  'x-body-limit-bytes'?: number;
  /** Agent API: a key with any of these scopes opens the call. Default: no key does. */
  'x-agent-scopes'?: string[];
  /** Client API: the scope of API keys that opens the call. Default `none`: no key does. */
  'x-api-key-scope'?: 'read' | 'write' | 'decisions' | 'agents' | 'none';
  /** Agent API: approval-only agents may not make the call. Default false. */
  'x-interactive-only'?: boolean;
  /** A POST takes no `Idempotency-Key`, or keeps its answer only afterwards, since it waits for others. */
  'x-idempotency-key'?: 'none' | 'afterwards';
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

/** Follows a `#/…` reference of the document; anything else is returned as it is. */
export function dereference<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  let found: unknown = document;
  for (const part of value.$ref.split('/').slice(1)) {
    found = (found as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (typeof found !== 'object' || found === null) throw new Error(`${value.$ref} leads nowhere`);
  return found as T;
}

export function takesNull(document: OpenApiDocument, schema: Schema): boolean {
  const { type, anyOf } = dereference(document, schema) as { type?: string | string[]; anyOf?: Schema[] };
  if (anyOf !== undefined) return anyOf.some((branch) => takesNull(document, branch));
  return type === undefined || [type].flat().includes('null');
}

export const BODY_BYTES_MAX_DEFAULT = 256 * 1024;

export interface Operation {
  operationId: OperationId;
  method: Method;
  path: string;
  parameters: readonly Parameter[];
  bodyBytesMax: number;
  /** Its handler reads the body while it comes: it is no JSON. */
  isStreamed: boolean;
  takesIdempotencyKey: boolean;
  /** Of every answer but refusals; `null` if there are several. */
  status: number | null;
  object: OperationObject;
}

export const operationsById: ReadonlyMap<string, Operation> = collect(document);

/** For the header `Allow`. */
export function methodsOf(path: string): string[] {
  const item = document.paths[path] ?? {};
  const methods = METHODS.filter((method) => item[method] !== undefined).map((method) =>
    method.toUpperCase(),
  );
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

export interface AgentAccess {
  scopes: readonly AgentScope[];
  isInteractiveOnly: boolean;
}

export function agentAccess(operationId: OperationId): AgentAccess {
  const object = operationsById.get(operationId)?.object;
  return {
    scopes: (object?.['x-agent-scopes'] ?? []) as AgentScope[],
    isInteractiveOnly: object?.['x-interactive-only'] === true,
  };
}

/** `null` if no API key opens the call. */
export function apiKeyScopeOf(operationId: OperationId): ApiKeyScope | null {
  const scope = operationsById.get(operationId)?.object['x-api-key-scope'] ?? 'none';
  return scope === 'none' ? null : scope;
}

export function bodyBytesMaxOf(operationId: OperationId): number {
  return operationsById.get(operationId)?.bodyBytesMax ?? BODY_BYTES_MAX_DEFAULT;
}

function collect(source: OpenApiDocument): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries(source.paths)) {
    for (const method of METHODS) {
      const object = item[method];
      if (object === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(object.parameters ?? [])].map((parameter) =>
        dereference<Parameter>(source, parameter),
      );
      operations.set(object.operationId, {
        operationId: object.operationId as OperationId,
        method,
        path,
        parameters,
        bodyBytesMax: object['x-body-limit-bytes'] ?? BODY_BYTES_MAX_DEFAULT,
        isStreamed: object.requestBody !== undefined && !('application/json' in object.requestBody.content),
        takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
        status: onlyOne(Object.keys(object.responses).filter((status) => status.startsWith('2'))),
        object,
      });
    }
  }
  return operations;
}

function onlyOne([status, ...others]: string[]): number | null {
  return others.length === 0 ? Number(status) : null;
}

/** Without the calls that the service sends to webhooks. */
export type OperationId = Exclude<keyof operations, `deliver${string}`>;

/** Everything in it has been validated. */
export interface OperationInput<Id extends OperationId, Auth> {
  params: ParametersIn<Id, 'path'>;
  /** Numbers are numbers, and defaults are filled in. */
  query: ParametersIn<Id, 'query'>;
  /** Undefined if the call has none, or its optional one was left out. Unknown fields are still in it. */
  body: OperationBody<Id>;
  headers: IncomingHttpHeaders;
  auth: Auth;
}

export type AnswerBody<Id extends OperationId> = JsonOf<operations[Id]['responses'][SuccessOf<Id>]>;

/** The body. Of an operation with several statuses also which one it is. Refusals are thrown. */
type OperationAnswer<Id extends OperationId> =
  IsUnion<SuccessOf<Id>> extends true ? { status: SuccessOf<Id>; body: AnswerBody<Id> } : AnswerBody<Id>;

export type OperationHandler<Id extends OperationId, Auth> = (
  input: OperationInput<Id, Auth>,
) => Promise<OperationAnswer<Id>>;

/** Refuse calls by what another service says. */
export type OperationChecks<Auth> = {
  [Id in OperationId]?: (input: OperationInput<Id, Auth>) => Promise<void>;
};

export type OperationHandlers<Auth> = { [Id in OperationId]?: OperationHandler<Id, Auth> };

type ParametersIn<Id extends OperationId, Location extends 'path' | 'query'> = [
  NonNullable<operations[Id]['parameters'][Location]>,
] extends [never]
  ? Record<never, never>
  : NonNullable<operations[Id]['parameters'][Location]>;

export type OperationBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? [NonNullable<operations[Id]['requestBody']>] extends [never]
      ? undefined
      : Body | undefined
    : operations[Id] extends { requestBody: object }
      ? AsyncIterable<Buffer>
      : undefined;

type SuccessOf<Id extends OperationId> = keyof operations[Id]['responses'] & (200 | 201 | 202 | 204);

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : void;

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;
