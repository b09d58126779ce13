/** The parts of an OpenAPI 3.1 document that this package reads. */
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
export type Method = (typeof METHODS)[number];

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
  /** Size of the body, in bytes. Default 256 KiB. */
  'x-body-limit-bytes'?: number;
  /** Of a call of the agent API: a key with any of these scopes opens it. Default: no key does. */
  'x-agent-scopes'?: string[];
  /** Of a call of the client API: the scope of API keys that opens it; `none` if no key does. Calls without it are open to no key. */
  'x-api-key-scope'?: 'read' | 'write' | 'decisions' | 'agents' | 'none';
  /** Of a call of the agent API: approval-only agents may not make it. Default false. */
  'x-interactive-only'?: boolean;
  /** Of a POST: it takes no `Idempotency-Key`, or keeps its answer only afterwards, since it waits for something outside the service. */
  'x-idempotency-key'?: 'none' | 'afterwards';
  /** The body is read as JSON whatever its content type says. */
  'x-any-content-type'?: boolean;
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
