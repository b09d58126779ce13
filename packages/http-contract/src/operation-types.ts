import type { operations } from './generated/types.js';

/** The calls that the service answers, without those that it sends to webhooks. */
export type OperationId = Exclude<keyof operations, `deliver${string}`>;

/** The input of a handler. Everything in it has been validated. */
export interface OperationInput<Id extends OperationId, Auth> {
  params: ParametersIn<Id, 'path'>;
  /** The parameters of the query. Numbers are numbers, and defaults are filled in. */
  query: ParametersIn<Id, 'query'>;
  /** Undefined if the call has no body, or its optional body was left out. Unknown fields are still in it. */
  body: OperationBody<Id>;
  /** The bytes of the body as they came; undefined if there was no body. */
  rawBody: Buffer | undefined;
  /** The result of `authenticate`. */
  auth: Auth;
}

/** The result of a handler on success; refusals are thrown. */
export type OperationAnswer<Id extends OperationId> = {
  [Status in SuccessOf<Id>]: JsonOf<operations[Id]['responses'][Status]> extends undefined
    ? { status: Status; body?: undefined }
    : { status: Status; body: JsonOf<operations[Id]['responses'][Status]> };
}[SuccessOf<Id>];

export type OperationHandler<Id extends OperationId, Auth> = (
  input: OperationInput<Id, Auth>,
) => Promise<OperationAnswer<Id>>;

/** Refuses calls of some operations by what another service says. */
export type OperationChecks<Auth> = {
  [Id in OperationId]?: (input: OperationInput<Id, Auth>) => Promise<void>;
};

/** The handlers of the operations that a service implements. */
export type OperationHandlers<Auth> = { [Id in OperationId]?: OperationHandler<Id, Auth> };

type ParametersIn<Id extends OperationId, Location extends 'path' | 'query'> = [
  NonNullable<operations[Id]['parameters'][Location]>,
] extends [never]
  ? Record<never, never>
  : NonNullable<operations[Id]['parameters'][Location]>;

/** The body of a call, as the document describes it. Undefined if there is none. */
export type OperationBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? [NonNullable<operations[Id]['requestBody']>] extends [never]
      ? undefined
      : Body | undefined
    : undefined;

type SuccessOf<Id extends OperationId> = keyof operations[Id]['responses'] & (200 | 201 | 202 | 204);

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
