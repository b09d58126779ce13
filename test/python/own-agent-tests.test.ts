import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endOf } from '@svc/testkit';

const REPOSITORY = join(import.meta.dirname, '../..');

/** It starts a service itself. */
it('the example of how an agent is tested passes', async () => {
  const own = { AGENT_SERVICE_HOME: REPOSITORY, AGENT_SERVICE_NODE: process.execPath };
  const env = { ...process.env, ...own, PYTHONDONTWRITEBYTECODE: '1' };
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '--color=no', 'test_digest.py'];
  const cwd = join(REPOSITORY, 'packages/agent-python/examples');
  const pytest = spawn(process.env['TEST_PYTHON'] ?? 'python3', args, { cwd, env });
  let output = '';
  for (const stream of [pytest.stdout, pytest.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const exitCode = await endOf(pytest);
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining('4 passed') });
});
