import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OperationId } from '@svc/http-contract';
import { responseProblems } from '../spec/response-problems.js';
import type { Cast } from './cast.js';
import { withIdsOf } from './cast.js';
import type { FuzzBook } from './fuzz-book.js';
import type { HttpPlan } from './http-plans.js';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Longer than any call takes, in milliseconds. */
const ANSWER_MS_MAX = 60_000;

/** Refusals of docs/errors.md, and those of HTTP itself: a range that is not there, headers too large. */
const STATUSES = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 422, 429, 431, 503]);

/** With these a connection may end without an answer that a client can read. */
const FRAMING = ['content-length', 'transfer-encoding', 'expect', 'upgrade'];

const connections = new Agent({ keepAlive: true, maxSockets: 32 });

/** Makes planned calls, and looks at each answer. */
export class HttpAttacker {
  readonly #options: { baseUrl: string; book: FuzzBook; victim: Cast };
  #calls = 0;

  constructor(options: { baseUrl: string; book: FuzzBook; victim: Cast }) {
    this.#options = options;
  }

  /**
   * @param name under which the plan is found again.
   * @returns whether the attacker may have lost the account or the agent.
   */
  async make(plan: HttpPlan, cast: Cast, name: string): Promise<boolean> {
    const { book } = this.#options;
    const path = this.#pathOf(plan, cast);
    const what = `${name}: ${plan.caller}, ${plan.method} ${path.slice(0, 200)} ${shown(plan)}`;
    const note = (outcome: string) => book.note(plan.endpoint.kind, outcome);
    try {
      const answer = await this.#send(plan, path, cast);
      note(answer === null ? 'cut' : String(answer.status));
      if (answer === null) return false;
      const problems = problemsOf(plan, answer);
      if (problems.length > 0)
        book.blame(`${what}\n    ${answer.status} ${answer.text.slice(0, 300)}\n    ${problems.join(', ')}`);
      return answer.status === 401 && plan.caller === 'owner';
    } catch (error) {
      note('no answer');
      if (!mayBeLost(plan)) book.blame(`${what}\n    ${String(error)}`);
      return false;
    }
  }

  #pathOf({ endpoint, path, query }: HttpPlan, { ids }: Cast): string {
    const idParameters = endpoint.idParameters.filter((parameter) => parameter.in === 'path');
    const filled = idParameters.reduce((text, { name, kind }, index) => {
      const chosen = path[index] ?? 'own';
      // Whoever has the id of a trigger may call it, so that of the neighbour is kept from attackers.
      const neighbours = kind === 'trigger' ? unknown(ids[kind]) : this.#options.victim.ids[kind];
      const own = { own: ids[kind], unknown: unknown(ids[kind]), neighbour: neighbours };
      return text.replace(`{${name}}`, () => (typeof chosen === 'string' ? own[chosen] : chosen.text));
    }, endpoint.path);
    const parameters = query.map(({ name, text }) => `${name}=${text}`).join('&');
    return (parameters === '' ? filled : `${filled}?${parameters}`).slice(0, 12_000);
  }

  /** `null` if the connection was cut off as planned. */
  #send(
    plan: HttpPlan,
    path: string,
    cast: Cast,
    agent: Agent | false = connections,
  ): Promise<Answer | null> {
    const body = plan.body && withIdsOf(cast, plan.body);
    const isCut = plan.way === 'cut' && body !== undefined && body.length > 1;
    const framing = body === undefined ? {} : framingOf(plan, body);
    const headers = {
      // The neighbour has another address.
      'x-forwarded-for': `203.0.113.${(this.#calls += 1) % 250}`,
      ...framing,
      ...credentialsOf(plan, cast),
      ...plan.headers,
    };
    return new Promise((resolve, reject) => {
      const url = new URL(this.#options.baseUrl);
      const target = { host: url.hostname, port: url.port, path, method: plan.method };
      const outgoing = request({ ...target, headers, agent, timeout: ANSWER_MS_MAX });
      outgoing.on('response', (incoming) => void collected(incoming).then(resolve, reject));
      outgoing.on('upgrade', (incoming: IncomingMessage) => {
        incoming.socket.destroy();
        resolve({ status: 101, headers: incoming.headers, text: '' });
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('not answered in time')));
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // An earlier call may have had its connection closed just now: Node leaves the repeat to callers.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
        if (isCut) resolve(null);
        else if (isStale) resolve(this.#send(plan, path, cast, false));
        else reject(error);
      });
      if (isCut) cutOff(outgoing, body);
      else outgoing.end(body);
    });
  }
}

/** Who refuses headers has not read the method: even HEAD then gets a body, which Node does not take. */
function mayBeLost({ method, headers }: HttpPlan): boolean {
  return FRAMING.some((header) => header in headers) || (method === 'HEAD' && 'x-long' in headers);
}

function framingOf({ way, headers }: HttpPlan, body: Buffer): Record<string, string> {
  if (FRAMING.some((header) => header in headers)) return {};
  return way === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
}

function cutOff(outgoing: ClientRequest, body: Buffer): void {
  outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy(new Error('cut')));
}

async function collected(incoming: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = incoming;
  return { status, headers, text: await text(incoming) };
}

function credentialsOf({ endpoint, caller }: HttpPlan, { agent, person }: Cast): Record<string, string> {
  const byAgent = { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': agent.secret };
  const byToken = { authorization: `Bearer ${person.token}` };
  switch (caller) {
    case 'stranger':
      return {};
    case 'garbage':
      return { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': 'svc_', authorization: 'Bearer a.b' };
    case 'owner':
      return endpoint.kind === 'agent API' ? byAgent : byToken;
    case 'other kind':
      return endpoint.kind === 'agent API' ? byToken : byAgent;
  }
}

function problemsOf(plan: HttpPlan, answer: Answer): string[] {
  const { status, headers } = answer;
  const body = parsed(answer.text);
  const isJson = /^application\/json/.test(headers['content-type'] ?? '');
  if (status < 400) {
    // Without an id, the path may be that of another operation.
    const isPathWhole = plan.path.every((each) => typeof each === 'string' || each.text !== '');
    const isDescribed = plan.method === plan.endpoint.method && !plan.endpoint.operationId.includes(' ');
    if (!isDescribed || !isPathWhole || (status === 200 && !isJson)) return [];
    return responseProblems(plan.endpoint.operationId as OperationId, status, body);
  }
  const problems = STATUSES.has(status) ? [] : [`${status} is no documented refusal`];
  if ((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1))
    problems.push('it does not say when to try again');
  if (plan.method === 'HEAD') return problems;
  if (!isJson) problems.push('it is not JSON');
  const isSaid = isRefusal(body, status) || (plan.endpoint.operationId === 'callMcp' && isRpcError(body));
  if (!isSaid) problems.push('its body is not that of a refusal');
  return problems;
}

/** docs/errors.md: `detail`, and the fields that were wrong where it is 422. */
function isRefusal(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null) return false;
  // A program that waits for its login gets the words of RFC 8628 beside ours.
  const { detail, errors, error, ...rest } = body as Record<string, unknown>;
  if (error !== undefined && (status !== 400 || typeof error !== 'string')) return false;
  const areNamed =
    status === 422 ? Array.isArray(errors) && errors.every(isFieldError) : errors === undefined;
  return typeof detail === 'string' && detail !== '' && areNamed && Object.keys(rest).length === 0;
}

/** What is no message of MCP is refused as its protocol has it. */
function isRpcError(body: unknown): boolean {
  const { jsonrpc, error } = (body ?? {}) as { jsonrpc?: unknown; error?: Record<string, unknown> };
  return jsonrpc === '2.0' && typeof error?.['code'] === 'number' && typeof error['message'] === 'string';
}

function isFieldError(error: unknown): boolean {
  const { path, message, ...rest } = error as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string' && Object.keys(rest).length === 0;
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function unknown(id: string): string {
  return id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');
}

/** What a reader of a problem needs. */
function shown({ way, headers, body }: HttpPlan): string {
  const sent =
    body === undefined
      ? 'no body'
      : `${body.length} bytes ${JSON.stringify(body.toString('utf8')).slice(0, 300)}`;
  return `${way}, ${JSON.stringify(headers).slice(0, 200)}, ${sent}`;
}
