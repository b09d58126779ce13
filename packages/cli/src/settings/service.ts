import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CliEnvironment } from '../env.js';
import { CliError } from '../errors.js';

export interface Service {
  /** Without a slash at its end. */
  url: string;
  key: string | null;
}

export const URL_DEFAULT = 'http://localhost:8080';

/** At `--url`, `SVC_URL`, the last login's address or localhost. A kept key goes to its own service alone. */
export function serviceOf(env: CliEnvironment, url: string | undefined): Service {
  const login = readLogin(env.configPath);
  const chosen = serviceUrl(url ?? env.url ?? login?.url ?? URL_DEFAULT);
  return { url: chosen, key: env.apiKey ?? (login?.url === chosen ? login.key : null) };
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

/** @throws CliError `usage` if no header can hold it, which does not show it: it may be a secret. */
export function headerText(name: string, text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  throw new CliError('usage', `${name} has characters that no header can hold.`);
}

/** The file of `svc login`: the last one's service, and the key for it. */
export interface Login {
  url: string;
  key: string;
}

/** @returns `null` if there is no file. */
export function readLogin(path: string): Login | null {
  try {
    const login = JSON.parse(readFileSync(path, 'utf8')) as Partial<Login> | null;
    if (typeof login?.url === 'string' && typeof login.key === 'string') return login as Login;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new CliError('failed', `${path} is no configuration of svc.`, {
    hint: 'Remove it, and run `svc login`.',
  });
}

/** Writes the file whole. Only its owner may read it, whatever its mode was. */
export function writeLogin(path: string, login: Login): void {
  const beside = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(beside, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(beside, path);
}
