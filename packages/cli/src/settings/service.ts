import type { CliEnvironment } from '../env.js';
import { CliError } from '../errors.js';
import { readConfig } from './config-file.js';

/** The service that a command talks to, and the key that it shows there. */
export interface Service {
  /** Without a slash at its end. */
  url: string;
  key: string | null;
  email: string | null;
}

export const URL_DEFAULT = 'http://localhost:8080';

/**
 * The service is that of `--url`, of `SVC_URL`, of the last `svc login`, or the one at http://localhost:8080. The key is `SVC_API_KEY`, or the one that `svc login` keeps for
 * exactly this service: no other one gets it.
 */
export async function serviceOf(env: CliEnvironment, url: string | undefined): Promise<Service> {
  const config = await readConfig(env.configPath);
  const chosen = serviceUrl(url ?? env.url ?? config.current ?? URL_DEFAULT);
  const kept = Object.hasOwn(config.accounts, chosen) ? config.accounts[chosen] : undefined;
  return {
    url: chosen,
    key: env.apiKey ?? kept?.key ?? null,
    email: env.apiKey === undefined ? (kept?.email ?? null) : null,
  };
}

/** @throws CliError `usage` if it is no address of a service. */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new CliError('usage', `${JSON.stringify(text)} is not the address of a service.`, {
      hint: 'It begins with http:// or https://, such as http://localhost:8080.',
    });
  return url.origin + url.pathname.replace(/\/+$/, '');
}
