import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  const config = readConfig(env.configPath);
  const chosen = serviceUrl(url ?? env.url ?? config.current ?? URL_DEFAULT);
  const kept = Object.hasOwn(config.accounts, chosen) ? config.accounts[chosen] : undefined;
  return { url: chosen, key: env.apiKey ?? kept?.key ?? null };
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

/** The file of `svc login`: a key for each service, and which service is meant if none is named. */
export interface Config {
  current?: string | undefined;
  accounts: Record<string, { key: string; email?: string }>;
}

/** Only its owner may read it, since it holds keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** @returns an empty configuration if there is no file. */
export function readConfig(path: string): Config {
  try {
    const config = JSON.parse(readFileSync(path, 'utf8')) as Config | null;
    if (isRecord(config?.accounts)) return config as Config;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { accounts: {} };
    if (!(cause instanceof SyntaxError))
      throw new CliError('failed', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  throw new CliError('failed', `${path} is no configuration of svc.`, {
    hint: 'Remove it, and run `svc login`.',
  });
}

/** Writes the file whole, for its owner alone, whatever its mode was. */
export function writeConfig(path: string, config: Config): void {
  const beside = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    writeFileSync(beside, `${JSON.stringify(config, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
    chmodSync(beside, FILE_MODE);
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw new CliError('failed', `${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
