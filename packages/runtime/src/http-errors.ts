import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@svc/domain';
import type { FieldError } from '@svc/domain';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { answerEarly } from './http-server.js';
import { saysBackendIsAway } from './health.js';
import type { Logger } from './logger.js';
import { requestIdOf, routeOf } from './request-context.js';

/** `error` only where an RFC names it, `errors` only with 422, `request_id` only with 500. */
export interface ErrorBody {
  error?: string;
  detail: string;
  errors?: readonly FieldError[];
  request_id?: string;
}

/** Answers an error of a handler in the one shape of errors. Mounted last. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    // Too late for a status: Express cuts the connection, so that the caller notices the failure.
    if (response.headersSent) return next(error);
    const refusal = toServiceError(error);
    const requestId = requestIdOf(request);
    if (refusal.status >= 500) {
      // What a server behind us cannot do at present is no fault of ours.
      const level = refusal.code === 'internal_error' ? 'error' : 'warn';
      logger[level]({ err: error, request_id: requestId, route: routeOf(request) }, 'request failed');
    }
    sendError(request, response, refusal, requestId);
  };
}

/** Answers a path that no route took. */
export const notFoundHandler: RequestHandler = (_request, _response, next) => {
  next(new ServiceError('not_found'));
};

/** Writes a refusal; the body of a 500 names only the id under which the cause is logged. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: ServiceError,
  requestId: string,
): void {
  const { sentCode, detail } = refusal;
  const body: ErrorBody = sentCode === undefined ? { detail } : { error: sentCode, detail };
  if (refusal.status === 422 && refusal.fields.length > 0) body.errors = refusal.fields;
  if (refusal.status === 500) body.request_id = requestId;
  if (refusal.status === 429 || refusal.status === 503) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? 1))));
  }
  const text = JSON.stringify(body);
  response.statusCode = refusal.status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // Without this a cache may keep a 404 by itself (RFC 9110, section 15.1), also after the thing was made.
  response.setHeader('Cache-Control', 'no-store');
  answerEarly(request, response, text);
}

/** An unknown value becomes an internal error with the value as its cause. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) {
    // The detail of a 500 is not for the outside.
    if (error.status === 500) return new ServiceError('internal_error', { cause: error });
    return error;
  }
  // Express throws this for a path that is not valid percent-encoding, so it names nothing that exists.
  if (error instanceof URIError) return new ServiceError('not_found', { cause: error });
  return new ServiceError(saysBackendIsAway(error) ? 'unavailable' : 'internal_error', { cause: error });
}
