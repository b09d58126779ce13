import type { OperationId } from '@svc/http-contract';
import { httpCall } from '@svc/testkit';
import type { HttpAnswer } from '@svc/testkit';
import { nearly } from '../spec/described-calls.js';
import { answerProblems } from '../spec/response-problems.js';
import type { Cast } from './cast.js';
import { withIdsOf } from './cast.js';
import type { HttpPlan } from './http-plans.js';

/** Refusals of docs/errors.md, and those of HTTP itself: a range that is not there, headers too large. */
const STATUSES = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 422, 429, 431, 503]);

/** With these a connection may end without an answer that a client can read. */
const FRAMING = ['content-length', 'transfer-encoding', 'expect', 'upgrade'];

/** An earlier call may have had its connection closed just now: Node leaves the repeat to callers. */
const TRIES_MAX = 3;

let calls = 0;

/**
 * Makes a planned call.
 *
 * @returns whether the attacker may have lost the account or the agent.
 * @throws if the answer is none that the product may give.
 */
export async function attackByHttp(baseUrl: string, plan: HttpPlan, cast: Cast): Promise<boolean> {
  const path = pathOf(plan, cast);
  const what = () => `${plan.method} ${path.slice(0, 200)} ${shown(plan)}`;
  // The neighbour has another address.
  const forwarded = { 'x-forwarded-for': `203.0.113.${(calls += 1) % 250}` };
  const call = {
    method: plan.method,
    headers: {
      ...forwarded,
      ...(plan.isStranger ? {} : cast[plan.endpoint.api === 'agent' ? 'agent' : 'person'].credentials),
      ...plan.headers,
    },
    body: plan.body && withIdsOf(cast, plan.body),
    chunked: plan.isChunked,
  };
  let answer: HttpAnswer | undefined;
  for (let tries = 1; answer === undefined; tries += 1) {
    try {
      answer = await httpCall(baseUrl + path, call);
    } catch (cause) {
      if (mayBeLost(plan)) return false;
      if (tries === TRIES_MAX) throw new Error(`Not answered: ${what()}`, { cause });
    }
  }
  const problems = problemsOf(plan, answer);
  if (problems.length > 0)
    throw new Error(
      `${what()}\n    ${answer.status} ${answer.bytes.toString().slice(0, 300)}\n    ${problems.join(', ')}`,
    );
  return answer.status === 401;
}

function pathOf({ endpoint, path, query }: HttpPlan, { ids }: Cast): string {
  const idParameters = endpoint.idParameters.filter((parameter) => parameter.in === 'path');
  const filled = idParameters.reduce((text, { name, kind }, index) => {
    const chosen = path[index] ?? 'own';
    const own = { own: ids[kind], unknown: nearly(ids[kind]) };
    return text.replace(`{${name}}`, () => (typeof chosen === 'string' ? own[chosen] : chosen.text));
  }, endpoint.path);
  const parameters = query.map(({ name, text }) => `${name}=${text}`).join('&');
  return (parameters === '' ? filled : `${filled}?${parameters}`).slice(0, 12_000);
}

/** Who refuses headers has not read the method: even HEAD then gets a body, which Node does not take. */
function mayBeLost({ method, headers }: HttpPlan): boolean {
  return FRAMING.some((header) => header in headers) || (method === 'HEAD' && 'x-long' in headers);
}

/** Who refuses these has not read which operation is called. */
function hasOddHeaders({ headers }: HttpPlan): boolean {
  return FRAMING.some((header) => header in headers) || 'x-long' in headers;
}

function problemsOf(plan: HttpPlan, answer: HttpAnswer): string[] {
  const { status } = answer;
  // Without an id, or with dots for one, the path may be that of another operation.
  const isPathWhole = plan.path.every(
    (each) => typeof each === 'string' || !/^(?:\.|%2e){0,2}$/i.test(each.text),
  );
  const { method, operationId: named } = plan.endpoint;
  const isDescribed = plan.method === method && !named.includes(' ') && isPathWhole;
  const operationId = isDescribed ? (named as OperationId) : undefined;
  if (status < 400) return answerProblems(operationId, answer);
  const problems = STATUSES.has(status) ? [] : [`${status} is no documented refusal`];
  if (plan.method === 'HEAD') return problems;
  // 431 also if a long query and a long header are too much together.
  const isRead = status !== 431 && !hasOddHeaders(plan);
  return [...problems, ...answerProblems(isRead ? operationId : undefined, answer)];
}

/** What a reader of a problem needs. */
function shown({ headers, body = Buffer.alloc(0) }: HttpPlan): string {
  const text = JSON.stringify(body.toString('utf8')).slice(0, 300);
  return `${JSON.stringify(headers).slice(0, 200)}, ${body.length} bytes ${text}`;
}
