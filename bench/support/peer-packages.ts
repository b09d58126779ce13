import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { say } from './report.js';

const FOLDER = fileURLToPath(new URL('../../peers', import.meta.url));

/**
 * Installs the peers that are not among the product's own packages, since they ask for a newer Node.js, together with that Node.js.
 *
 * @returns the path of that Node.js.
 */
export async function installPeers(): Promise<string> {
  const node = join(FOLDER, 'node_modules/node/bin/node');
  if (existsSync(node)) return node;
  say('installing the peers');
  const flags = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', flags, { cwd: FOLDER, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || !existsSync(node)) throw new Error(`The peers could not be installed into ${FOLDER}`);
  return node;
}

/** Loads a peer, from within a process of the Node.js that it asks for. */
export async function loadPeer(name: string): Promise<unknown> {
  const path = createRequire(join(FOLDER, 'package.json')).resolve(name);
  return import(pathToFileURL(path).href);
}
