import { randomUUID } from 'node:crypto';
import type { components, paths } from '@svc/http-contract';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { CliError, refusalOf } from '../errors.js';
import { patientFetch } from './patient-fetch.js';
import type { PatientFetchOptions } from './patient-fetch.js';

export type Schemas = components['schemas'];
/** The service's API, typed by its document. Wrap calls in {@link answerOf}. */
export type ClientApi = Client<paths>;

export function serviceApi(
  url: string,
  options: PatientFetchOptions,
  headers: Record<string, string> = {},
): ClientApi {
  const api = createClient<paths>({
    ...{ baseUrl: url, fetch: patientFetch(options), headers: { accept: 'application/json', ...headers } },
  });
  api.use({
    // A repeated call is then done once. A trigger's calls go by their payload, unless a key is given.
    onRequest: ({ request, schemaPath }) => {
      if (request.method === 'POST' && schemaPath !== '/webhook/{trigger_id}')
        request.headers.set('idempotency-key', randomUUID());
      return request;
    },
  });
  return api;
}

/** @throws CliError for a refusal, and if something else than the service answers. */
export async function answerOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CliError('unreachable', 'Something that is not the service answers there.', { cause });
  });
  if (!response.ok) throw refusalOf(response.status, error);
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
