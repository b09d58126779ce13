import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';

/**
 * Installs the wheel as it is published, in an environment of its own. Dependencies come from the system. The
 * folder is the caller's to remove.
 */
export async function installWheel(python) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-agent-python-'));
  // The build writes beside the sources.
  const sources = join(folder, 'sources');
  await cp(join(repositoryRoot(), 'packages/agent-python'), sources, {
    recursive: true,
    filter: (path) => !/\/(node_modules|__pycache__|\.mypy_cache|\.turbo)$/.test(path),
  });
  const wheels = join(folder, 'wheels');
  await must(python, ['-m', 'build', '--no-isolation', '--wheel', '--outdir', wheels, sources], folder);
  const [wheel] = (await readdir(wheels)).filter((name) => name.endsWith('.whl'));
  const environment = join(folder, 'environment');
  await must(python, ['-m', 'venv', '--system-site-packages', environment], folder);
  const own = join(environment, 'bin/python');
  const args = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', join(wheels, wheel)];
  await must(own, args, folder);
  return { folder, python: own };
}

async function must(program, args, cwd) {
  const exitCode = await run(program, args, { cwd, quiet: true });
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${exitCode}.`);
}
