import { spawnSync } from 'node:child_process';
import { installOnDebian } from '../testing/debian.mjs';

/** What the package needs, what its tests need, and what builds it. Debian has all of them. */
const MODULES = 'websockets httpx fastapi uvicorn pytest mypy wheel setuptools'.split(' ');
const PACKAGES = ['python3', 'python3-venv', ...MODULES.map((name) => `python3-${name}`)];

/** The Python that `TEST_PYTHON3` names, or Debian's, installed now. Throws with what to do. */
export async function bringPython(env) {
  const python = env.TEST_PYTHON3 || '/usr/bin/python3';
  if (isComplete(python)) return python;
  if (!env.TEST_PYTHON3) await installOnDebian('Python', PACKAGES);
  if (isComplete(python)) return python;
  throw new Error(
    `No Python 3.11 with ${MODULES.join(', ')}. Get them with \`sudo apt-get install ${PACKAGES.join(' ')}\`, ` +
      'or name a Python that has them in TEST_PYTHON3.',
  );
}

function isComplete(python) {
  const program = `import sys, ${MODULES.join(', ')}; sys.exit(sys.version_info < (3, 11))`;
  return spawnSync(python, ['-c', program], { cwd: '/', stdio: 'ignore' }).status === 0;
}
