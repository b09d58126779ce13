import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CliEnvironment } from '../env.js';
import { CliError } from '../errors.js';

export interface Service {
  /** Without a slash at its end. */
  url: string;
  key: string | null;
  email: string | null;
}

export const URL_DEFAULT = 'http://localhost:8080';

/** At `--url`, `SVC_URL`, the last login's address or localhost. A kept key goes to its own service alone. */
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

export interface KeptAccount {
  key: string;
  email?: string;
}

/** The file of `svc login`: a key for each service, and which service is meant if none is named. */
export interface Config {
  current?: string;
  accounts: Record<string, KeptAccount>;
}

/** Only its owner may read it, since it holds keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** @returns an empty configuration if there is no file. */
export async function readConfig(path: string): Promise<Config> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { accounts: {} };
    throw new CliError('failed', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  return configOf(text, path);
}

/** Writes the file whole, for its owner alone, whatever its mode was. */
export async function writeConfig(path: string, config: Config): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    await writeFile(beside, `${JSON.stringify(config, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
    await chmod(beside, FILE_MODE);
    await rename(beside, path);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new CliError('failed', `${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function configOf(text: string, path: string): Config {
  const broken = (cause?: unknown) =>
    new CliError('failed', `${path} is no configuration of svc.`, {
      ...{ hint: 'Remove it, and run `svc login`.', cause },
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken(cause);
  }
  if (!isRecord(value) || !isRecord(value['accounts'])) throw broken();
  const accounts = Object.entries(value['accounts']).flatMap(([url, kept]) =>
    isRecord(kept) && typeof kept['key'] === 'string'
      ? [
          [
            url,
            { key: kept['key'], ...(typeof kept['email'] === 'string' ? { email: kept['email'] } : {}) },
          ] as const,
        ]
      : [],
  );
  const current = value['current'];
  return { ...(typeof current === 'string' ? { current } : {}), accounts: Object.fromEntries(accounts) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
