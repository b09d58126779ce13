/**
 * Stands before runc where limits cannot be raised: takes them out of what podman asks for, and hands everything else on as it is.
 * The runtime's specification names the two files: a bundle's `config.json`, and the process that is to be executed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const args = process.argv.slice(2);
if (args.includes('create'))
  withoutLimits(join(valueOf('--bundle'), 'config.json'), (config) => config.process);
if (args.includes('exec')) withoutLimits(valueOf('--process'), (specification) => specification);
const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin`;
const { status } = spawnSync('runc', args, { stdio: 'inherit', env: { ...process.env, PATH } });
process.exit(status ?? 1);

function withoutLimits(path, processOf) {
  if (path === undefined) return;
  const document = JSON.parse(readFileSync(path, 'utf8'));
  delete processOf(document).rlimits;
  writeFileSync(path, JSON.stringify(document));
}

function valueOf(option) {
  const index = args.indexOf(option);
  return index < 0 ? undefined : args[index + 1];
}
