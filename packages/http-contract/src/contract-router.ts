import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { OperationChecks, OperationHandlers, OperationId, Operation } from './document.js';
import { BodyBudget } from './body-budget.js';
import type { BodyShare } from './body-budget.js';
import { methodsOf, operationsById } from './document.js';
import { bodyValidator, parametersValidator, WrittenJson } from './validation.js';

export interface ContractRouterOptions<Auth> {
  /** Before the body is read, so that an unauthenticated caller cannot make the service read 72 MiB. */
  authenticate: (request: Request, response: Response, operationId: OperationId) => Promise<Auth>;
  /** Operations without a handler are left to other routers. */
  handlers: OperationHandlers<Auth>;
  /** Ask another service before an operation is done. Throw ServiceError to refuse the call. */
  checks?: OperationChecks<Auth>;
  /** Default: no bound beside the size of each. */
  bodies?: RouterBodies<Auth>;
  /** Does calls with the header `Idempotency-Key` once. Default: every call is done. */
  answerOnce?: AnswerOnce<Auth>;
}

/** `text` is JSON, or `null` for no body. */
export interface WrittenAnswer {
  status: number;
  text: string | null;
  /** It comes again under its key. Default false. */
  isReplayed?: boolean;
}

export interface RepeatableCall<Auth> {
  headers: IncomingHttpHeaders;
  auth: Auth;
  /** A hash of what is asked for: operation, path, query and body. */
  fingerprint: () => Buffer;
  waitsForOthers: boolean;
  /** Waits too, before the operation is done, and writes nothing. */
  check: (() => Promise<void>) | undefined;
}

export type AnswerOnce<Auth> = (
  call: RepeatableCall<Auth>,
  work: () => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>;

export interface RouterBodies<Auth> {
  budget: BodyBudget;
  sharesOf: (request: Request, auth: Auth) => readonly BodyShare[];
  /** Called before a body that has been read is parsed. Throws ServiceError to refuse it. */
  count: (auth: Auth, bytes: number) => Promise<void>;
}

/**
 * Takes paths, methods, limits and validation from the document. Refusals are thrown as ServiceError: 400
 * malformed JSON, 404 malformed path parameter, 405 with `Allow`, 413, 415, 422. What is unknown is ignored.
 */
export function contractRouter<Auth>(options: ContractRouterOptions<Auth>): Router {
  const { authenticate, handlers, checks = {}, bodies = UNBOUNDED, answerOnce } = options;
  const router = Router({ caseSensitive: true });
  const paths = new Set<string>();
  for (const { operation, handler } of inOrderOfPaths(handlers)) {
    paths.add(operation.path);
    router[operation.method](
      routePattern(operation.path),
      handle(
        operation,
        { authenticate, bodies, answerOnce },
        { handler, check: checks[operation.operationId] as UntypedCheck<Auth> | undefined },
      ),
    );
  }
  for (const path of paths) router.all(routePattern(path), refuseOtherMethods(methodsOf(path)));
  return router;
}

const UNBOUNDED: RouterBodies<unknown> = {
  budget: new BodyBudget({
    bodiesMax: Infinity,
    bytesMax: Infinity,
    pace: { graceMs: 120_000, bytesPerSecondMin: Infinity },
  }),
  sharesOf: () => [],
  count: async () => undefined,
};

/** The router takes the first path that fits, so `/tasks/due` has to come before `/tasks/{task_id}`. */
function inOrderOfPaths<Auth>(handlers: OperationHandlers<Auth>) {
  const routes = Object.entries(handlers).map(([operationId, handler]) => {
    const operation = operationsById.get(operationId);
    if (operation === undefined) throw new Error(`The document has no operation ${operationId}`);
    return { operation, handler: handler as UntypedHandler<Auth> };
  });
  // A brace sorts after every character that a fixed part may begin with.
  return routes.sort(({ operation: { path: one } }, { operation: { path: other } }) =>
    one === other ? 0 : one < other ? -1 : 1,
  );
}

interface UntypedInput<Auth> {
  params: unknown;
  query: unknown;
  body: unknown;
  auth: Auth;
}

/** A handler as the router sees it. The validators guarantee its types. */
export type UntypedHandler<Auth> = (input: UntypedInput<Auth>) => Promise<unknown>;

type UntypedCheck<Auth> = (input: UntypedInput<Auth>) => Promise<void>;

function handle<Auth>(
  operation: Operation,
  parts: Pick<ContractRouterOptions<Auth>, 'authenticate'> & {
    bodies: RouterBodies<Auth>;
    answerOnce: AnswerOnce<Auth> | undefined;
  },
  { handler, check }: { handler: UntypedHandler<Auth>; check: UntypedCheck<Auth> | undefined },
): RequestHandler {
  const { authenticate, bodies, answerOnce } = parts;
  const validatePath = parametersValidator(operation, 'path');
  const validateQuery = parametersValidator(operation, 'query');
  const takeBody = bodyTaker(operation, bodies);
  return async (request, response) => {
    const auth = await authenticate(request, response, operation.operationId);
    const params = { ...request.params };
    validatePath(params);
    const query = knownQuery(request, operation);
    validateQuery(query);
    await takeBody({ request, response, auth }, async ({ body, rawBody }) => {
      const input = { params, query, body, auth };
      const work = async (): Promise<WrittenAnswer> => written(operation, await handler(input));
      if (answerOnce === undefined || !operation.takesIdempotencyKey) {
        await check?.(input);
        return sendWritten(response, await work());
      }
      const fingerprint = (): Buffer => fingerprintOf(operation, { params, query, rawBody });
      const waitsForOthers = operation.object['x-idempotency-key'] === 'afterwards';
      const call = {
        ...{ headers: request.headers, auth, fingerprint, waitsForOthers },
        check: check && (() => check(input)),
      };
      sendWritten(response, await answerOnce(call, work));
    });
  };
}

type TakenBody = { body: unknown; rawBody: Buffer | undefined };

type BodyTaker<Auth> = (
  call: { request: Request; response: Response; auth: Auth },
  work: (taken: TakenBody) => Promise<void>,
) => Promise<void>;

function bodyTaker<Auth>(
  operation: Operation,
  { budget, sharesOf, count }: RouterBodies<Auth>,
): BodyTaker<Auth> {
  const { requestBody } = operation.object;
  if (requestBody === undefined) return (_call, work) => work({ body: undefined, rawBody: undefined });
  const validate = bodyValidator(operation);
  const rules = { bytesMax: operation.bodyBytesMax, anyContentType: false };
  return ({ request, response, auth }, work) =>
    budget.use(request, response, { rules, shares: sharesOf(request, auth) }, async (rawBody) => {
      if (rawBody === undefined) {
        if (!requestBody.required) return work({ body: undefined, rawBody });
        throw invalidField('body', 'is required');
      }
      await count(auth, rawBody.length);
      const body = parseBoundedJson(rawBody);
      validate(body);
      return work({ body, rawBody });
    });
}

/** A repeated parameter becomes a list, which no parameter accepts. */
function knownQuery(request: Request, operation: Operation): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const start = request.url.indexOf('?');
  if (start === -1) return known;
  const given = parseQuery(request.url.slice(start + 1));
  for (const { name, in: location } of operation.parameters) {
    if (location === 'query' && given[name] !== undefined) known[name] = given[name];
  }
  return known;
}

function written(operation: Operation, answer: unknown): WrittenAnswer {
  const { status, body } = answered(operation, answer);
  if (body === undefined) return { status, text: null };
  return { status, text: body instanceof WrittenJson ? body.text : JSON.stringify(body) };
}

/** What a handler has answered, and with which status. */
export function answered({ status }: Operation, answer: unknown): { status: number; body?: unknown } {
  return status === null ? (answer as { status: number }) : { status, body: answer };
}

function fingerprintOf(
  { operationId }: Operation,
  { params, query, rawBody }: { params: unknown; query: unknown; rawBody: Buffer | undefined },
): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([operationId, params, query]));
  return (rawBody === undefined ? hash : hash.update('\n').update(rawBody)).digest();
}

/** Written by hand: Express's own `json()` costs more than the rest of a small answer. */
export function sendWritten(response: Response, { status, text, isReplayed }: WrittenAnswer): void {
  response.statusCode = status;
  if (isReplayed === true) response.setHeader('Idempotent-Replayed', 'true');
  response.setHeader('Cache-Control', 'no-store');
  if (text === null) {
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

export function refuseOtherMethods(methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (request, response, next) => {
    // A method that is in the document, but has no handler here, belongs to another router.
    if (methods.includes(request.method)) return next();
    response.setHeader('Allow', allow);
    throw new ServiceError('method_not_allowed');
  };
}

function routePattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
