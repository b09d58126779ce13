import { setTimeout as sleep } from 'node:timers/promises';
import type { components, paths } from '@svc/http-contract';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { CliError, reasonOf, refusalOf } from '../errors.js';

export type Schemas = components['schemas'];
/** The service's API, typed by its document. Wrap calls in {@link answerOf}. */
export type ClientApi = Client<paths>;

/** Calls that wait for a person are answered within 45 s, in milliseconds. */
const ANSWER_MS_MAX = 60_000;
/** How long a call waits in all because the service asks it to, in milliseconds. */
const WAIT_MS_MAX = 90_000;

export function serviceApi(
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): ClientApi {
  const fetch = (request: Request): Promise<Response> => patientFetch(request, signal);
  return createClient<paths>({ baseUrl: url, fetch, headers: { accept: 'application/json', ...headers } });
}

/** Waits as 429 and 503 ask it to, and calls again: such a call has done nothing. */
async function patientFetch(request: Request, signal: AbortSignal): Promise<Response> {
  const { url, method, headers: sent } = request;
  const bytes = await request.arrayBuffer();
  const body = bytes.byteLength > 0 ? bytes : null;
  for (let waitedMs = 0; ;) {
    const response = await serviceFetch(new Request(url, { method, headers: sent, body }), signal);
    const { status, headers } = response;
    const waitMs = Math.max(1, Number(headers.get('retry-after') ?? NaN)) * 1_000;
    waitedMs += waitMs;
    if ((status !== 429 && status !== 503) || !(waitedMs <= WAIT_MS_MAX)) return response;
    const text = await response.text();
    // Time alone brings no room in a quota.
    if (status === 429 && /quota/i.test(text)) return new Response(text, response);
    await sleep(waitMs, undefined, { signal });
  }
}

/** @throws CliError `unreachable` if nothing answers. */
export async function serviceFetch(request: Request | string, signal: AbortSignal): Promise<Response> {
  const signals = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
  try {
    return await fetch(request, { signal: signals, redirect: 'manual' });
  } catch (cause) {
    signal.throwIfAborted();
    const { origin } = new URL(typeof request === 'string' ? request : request.url);
    throw new CliError('unreachable', `${origin} does not answer: ${reasonOf(cause)}.`, {
      ...{ cause, hint: 'Is the service running there? --url or SVC_URL names another one.' },
    });
  }
}

/** @throws CliError for a refusal, and if something else than the service answers. */
export async function answerOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CliError('unreachable', 'Something that is not the service answers there.', { cause });
  });
  if (!response.ok) throw refusalOf(response, error);
  return data as T;
}

type Optional<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Options that were not given are no part of a call: JSON and queries leave out what is undefined. */
export function optional<T extends object>(options: T): Optional<T> {
  return options;
}

export type Agent = Schemas['Agent'];

/** By id or by name, in any case. @throws CliError `not_found`; `usage` if several agents have the name. */
export async function agentCalled(api: ClientApi, name: string): Promise<Agent> {
  if (/^agt_[0-9A-Za-z]+$/.test(name))
    return answerOf(api.GET('/api/client/agents/{agent_id}', { params: { path: { agent_id: name } } }));
  const agents = await answerOf(api.GET('/api/client/agents'));
  const alike = agents.filter(({ agent_name }) => agent_name.toLowerCase() === name.toLowerCase());
  const exact = alike.filter(({ agent_name }) => agent_name === name);
  const [agent, ...others] = exact.length === 1 ? exact : alike;
  if (agent === undefined)
    throw new CliError('not_found', `You have no agent ${JSON.stringify(name)}.`, {
      hint: '`svc agents ls` lists them.',
    });
  if (others.length > 0)
    throw new CliError('usage', `${alike.length} of your agents are called ${JSON.stringify(name)}.`, {
      hint: `Name one by its id: ${alike.map(({ agent_id }) => agent_id).join(', ')}`,
    });
  return agent;
}
