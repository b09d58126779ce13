import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  formPayload,
  idempotencyKeyOf,
  readPayload,
  secretHash,
  ServiceError,
  TRIGGER_ID_PATTERN,
} from '@svc/domain';
import type { TriggerPayload } from '@svc/domain';
import type { LRUCache } from 'lru-cache';
import { requestIdOf, sendError, toServiceError } from '@svc/runtime';
import type { AddressReader, Logger } from '@svc/runtime';
import type { KnownSender } from '@svc/store';
import type { ReceivedCall, TriggerAnswer } from './fire-trigger.js';
import type { TriggerBodies } from './trigger-bodies.js';
import type { TriggerLimits } from './trigger-limits.js';
import type { TriggerMetrics } from './trigger-metrics.js';

export interface TriggerRouteDependencies {
  addressOf: AddressReader;
  /**
   * Triggers that this process was called for last, by the hashes of their ids. A caller that knows one is
   * authenticated. What it has to prove may have changed: the statement that takes a call in says so.
   */
  known: LRUCache<string, { sender: KnownSender | null }>;
  limits: TriggerLimits;
  bodies: TriggerBodies;
  metrics: TriggerMetrics;
  logger: Logger;
  fire: (call: ReceivedCall) => Promise<TriggerAnswer>;
}

export type TriggerRoute = (request: IncomingMessage, response: ServerResponse, triggerId: string) => void;

/** In the log in place of the path, which holds the trigger id. */
const ROUTE = '/webhook/:trigger_id';

/** `POST /webhook/{trigger_id}` (specification, "Inbound trigger webhook"). */
export function triggerRoute(deps: TriggerRouteDependencies): TriggerRoute {
  return (request, response, triggerId) => void answer(deps, request, response, triggerId);
}

async function answer(
  deps: TriggerRouteDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  triggerId: string,
): Promise<void> {
  const startedMs = performance.now();
  const requestId = requestIdOf(request);
  response.setHeader('X-Request-Id', requestId);
  try {
    const outcome = await receive(deps, request, response, triggerId);
    sendAnswer(response, outcome);
    deps.metrics.observe('status' in outcome ? outcome.status : 'challenge', performance.now() - startedMs);
  } catch (error) {
    const refusal = toServiceError(error);
    const line = { request_id: requestId, method: request.method, route: ROUTE, status: refusal.status };
    const level = refusal.code === 'internal_error' ? 'error' : 'warn';
    if (refusal.status >= 500) deps.logger[level]({ ...line, err: error }, 'request failed');
    else deps.logger.debug(line, 'request refused');
    sendError(request, response, refusal, requestId);
    deps.metrics.observe(refusal.code, performance.now() - startedMs);
  }
}

async function receive(
  { addressOf, limits, known, bodies, fire }: TriggerRouteDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  triggerId: string,
): Promise<TriggerAnswer> {
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    throw new ServiceError('method_not_allowed');
  }
  const { address, network } = addressOf(request);
  await limits.countAddress(address);
  // No stored id has the wrong form. It is looked up all the same, so that the time tells nothing.
  const triggerHash = secretHash(TRIGGER_ID_PATTERN.test(triggerId) ? triggerId : `no id: ${triggerId}`);
  const key = triggerHash.toString('base64url');
  return bodies.use(request, response, { address: network, knowsTrigger: known.has(key) }, async (body) => {
    await limits.assertMayCall(key);
    const onKnown = (sender: KnownSender | null): Promise<void> => {
      known.set(key, { sender });
      return limits.countCall(key, body.length);
    };
    try {
      return await fire({
        ...{ triggerHash, payload: payloadOf(request, body), sender: known.get(key)?.sender ?? null },
        ...{ body, headers: headersOf(request), nowMs: Date.now(), onKnown },
        header: (name) => headerOf(request, name),
      });
    } catch (error) {
      // The task was deleted, or the trigger rotated.
      if (error instanceof ServiceError && error.code === 'not_found') known.delete(key);
      throw error;
    }
  });
}

/** A setting may name what every object has, such as `constructor`. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(', ') : value;
}

function headersOf(request: IncomingMessage): string {
  return JSON.stringify(
    Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name)])),
  );
}

function payloadOf({ headers }: IncomingMessage, body: Buffer): TriggerPayload | ServiceError {
  try {
    const key = idempotencyKeyOf(headers);
    try {
      return readPayload(body, key);
    } catch (error) {
      if (toServiceError(error).code !== 'malformed_json' || !isForm(headers, body)) throw error;
      return readPayload(formPayload(body), key);
    }
  } catch (error) {
    return toServiceError(error);
  }
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const JSON_BEGIN = /^\s*[[{"]/;

/** Programs such as curl call everything a form, so what begins as JSON is none. */
function isForm({ 'content-type': type = '' }: IncomingHttpHeaders, body: Buffer): boolean {
  return FORM_TYPE.test(type) && !JSON_BEGIN.test(body.subarray(0, 64).toString('latin1'));
}

function sendAnswer(response: ServerResponse, answer: TriggerAnswer): void {
  const text = JSON.stringify(answer);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

const TRIGGER_PATH = /^\/webhook\/([^/?]+)\/?(?:\?|$)/;

/** `null` if the URL is not a trigger's. */
export function triggerIdOf(url: string): string | null {
  const token = TRIGGER_PATH.exec(url)?.[1];
  if (token === undefined) return null;
  if (!token.includes('%')) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    // No such trigger exists. It is looked up like any other.
    return token;
  }
}
