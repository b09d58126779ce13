import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { invalidField, parseBoundedJson, ServiceError } from '@svc/domain';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { OperationChecks, OperationHandlers, OperationId, Operation } from './document.js';
import { BodyBudget, hasBody } from './body-budget.js';
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
  /** Ends an answer. Default: that of the response, which knows nothing of a body that still comes. */
  end?: (request: Request, response: Response, text: string) => void;
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
  const { handlers, checks = {} } = options;
  const router = Router({ caseSensitive: true });
  const paths = new Set<string>();
  for (const { operation, handler } of inOrderOfPaths(handlers)) {
    paths.add(operation.path);
    router[operation.method](
      routePattern(operation.path),
      handle(operation, options, {
        handler,
        check: checks[operation.operationId] as UntypedCheck<Auth> | undefined,
      }),
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
  headers: IncomingHttpHeaders;
  auth: Auth;
}

/** A handler as the router sees it. The validators guarantee its types. */
export type UntypedHandler<Auth> = (input: UntypedInput<Auth>) => Promise<unknown>;

type UntypedCheck<Auth> = (input: UntypedInput<Auth>) => Promise<void>;

function handle<Auth>(
  operation: Operation,
  options: ContractRouterOptions<Auth>,
  { handler, check }: { handler: UntypedHandler<Auth>; check: UntypedCheck<Auth> | undefined },
): RequestHandler {
  const {
    authenticate,
    bodies = UNBOUNDED,
    answerOnce,
    end = (_request, response, text) => response.end(text),
  } = options;
  const validatePath = parametersValidator(operation, 'path');
  const validateQuery = parametersValidator(operation, 'query');
  const takeBody = bodyTaker(operation, bodies);
  return async (request, response) => {
    const auth = await authenticate(request, response, operation.operationId);
    const { headers } = request;
    const params = { ...request.params };
    validatePath(params);
    const query = knownQuery(request, operation);
    validateQuery(query);
    const answer = await takeBody({ request, response, auth }, async ({ body, rawBody }) => {
      const input = { params, query, body, headers, auth };
      const work = async (): Promise<WrittenAnswer> => written(operation, await handler(input));
      // What a streamed body asks for is known when it has come, so its handler looks after its key.
      if (answerOnce === undefined || !operation.takesIdempotencyKey || operation.isStreamed) {
        await check?.(input);
        return work();
      }
      const fingerprint = (): Buffer => fingerprintOf(operation, { params, query, rawBody });
      const waitsForOthers = operation.object['x-idempotency-key'] === 'afterwards';
      return answerOnce(
        { headers, auth, fingerprint, waitsForOthers, check: check && (() => check(input)) },
        work,
      );
    });
    send(response, answer, (text) => end(request, response, text));
  };
}

type TakenBody = { body: unknown; rawBody: Buffer | undefined };

type BodyTaker<Auth> = (
  call: { request: Request; response: Response; auth: Auth },
  work: (taken: TakenBody) => Promise<WrittenAnswer>,
) => Promise<WrittenAnswer>;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Bytes of a streamed body that its handler may hold at once. */
const BUFFERED_BYTES_MAX = 128 * 1024;

function bodyTaker<Auth>(
  operation: Operation,
  { budget, sharesOf, count }: RouterBodies<Auth>,
): BodyTaker<Auth> {
  const { bodyBytesMax: bytesMax, isStreamed, object } = operation;
  const { requestBody } = object;
  if (requestBody === undefined) return (_call, work) => work({ body: undefined, rawBody: undefined });
  if (isStreamed) {
    const types = Object.keys(requestBody.content);
    return ({ request, response, auth }, work) => {
      if (!types.includes('*/*') && request.is(types) === false)
        throw new ServiceError('unsupported_media_type', { detail: `Body must be ${types.join(' or ')}` });
      const rules = { bytesMax, bufferedMax: BUFFERED_BYTES_MAX, shares: sharesOf(request, auth) };
      return budget.pass(request, response, rules, (pieces) =>
        work({ body: counted(pieces, (bytes) => count(auth, bytes)), rawBody: undefined }),
      );
    };
  }
  const validate = bodyValidator(operation);
  return ({ request, response, auth }, work) => {
    if (hasBody(request) && !JSON_TYPE.test(request.headers['content-type'] ?? ''))
      throw new ServiceError('unsupported_media_type');
    return budget.use(request, response, { bytesMax, shares: sharesOf(request, auth) }, async (rawBody) => {
      if (rawBody === undefined) {
        if (!requestBody.required) return work({ body: undefined, rawBody });
        throw invalidField('body', 'is required');
      }
      await count(auth, rawBody.length);
      const body = parseBoundedJson(rawBody);
      validate(body);
      return work({ body, rawBody });
    });
  };
}

/** A body that is refused in the end counts too. */
async function* counted(
  pieces: AsyncIterable<Buffer>,
  count: (bytes: number) => Promise<void>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await count(piece.length);
    yield piece;
  }
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
  return body instanceof WrittenJson ? { status, ...body } : { status, text: JSON.stringify(body) };
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
function send(
  response: Response,
  { status, text, isReplayed }: WrittenAnswer,
  end: (text: string) => void,
): void {
  response.statusCode = status;
  if (isReplayed === true) response.setHeader('Idempotent-Replayed', 'true');
  response.setHeader('Cache-Control', 'no-store');
  if (text === null) return void response.end();
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  end(text);
}

function refuseOtherMethods(methods: readonly string[]): RequestHandler {
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
