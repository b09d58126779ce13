import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';

/**
 * Builds the wheel and installs it, in an environment of its own. Dependencies come from the system. The folder is
 * the caller's to remove.
 */
export async function installWheel(python) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-agent-python-'));
  // The build writes beside the sources.
  const sources = join(folder, 'sources');
  await cp(join(repositoryRoot(), 'packages/agent-python'), sources, {
    recursive: true,
    filter: (path) => !/\/(node_modules|__pycache__|\.mypy_cache|\.turbo)$/.test(path),
  });
  const environment = join(folder, 'environment');
  await must(python, ['-m', 'venv', '--system-site-packages', environment], folder);
  const own = join(environment, 'bin/python');
  const args = '-m pip install --quiet --no-index --no-deps --no-build-isolation'.split(' ');
  await must(own, [...args, sources], folder);
  return { folder, python: own };
}

async function must(program, args, cwd) {
  const exitCode = await run(program, args, { cwd, quiet: true });
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${exitCode}.`);
}
