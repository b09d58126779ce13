import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AgentClient } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');

export interface ExampleProgram {
  /** What it has written so far. */
  output(): string;
  /** Ends it, and resolves with the exit code or the signal that ended it. Default: at once. */
  kill(signal?: NodeJS.Signals): Promise<string>;
}

/** What tells a program who it is, and where the service is. */
export const environmentOf = ({ agentId, secret }: AgentClient) => ({
  ...{ AGENT_ID: agentId, AGENT_SECRET: secret, AGENT_SERVICE_URL: baseUrl },
});

/** Starts a program of `examples/`, which is the caller's to end. */
export function startExample(name: string, env: Record<string, string>): ExampleProgram {
  return startCommand([process.execPath, join(EXAMPLES, name)], env);
}

/** Starts any program, with these variables beside the test's own. */
export function startCommand(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): ExampleProgram {
  const child = spawn(program, args, { env: { ...process.env, ...env }, cwd });
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? code));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return {
    output: () => output,
    kill(signal = 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
  };
}
