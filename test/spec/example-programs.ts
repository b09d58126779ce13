import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');

export interface ExampleProgram {
  /** What it has written so far. */
  output(): string;
  /** Ends it, and resolves with the exit code or the signal that ended it. Default: at once. */
  kill(signal?: NodeJS.Signals): Promise<string>;
}

/** Starts programs of `examples/` as an agent; what still runs after a test is ended. */
export function useExamples(): {
  start(name: string, agent: AgentClient, env?: Record<string, string>): ExampleProgram;
} {
  const running: ExampleProgram[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.kill()));
  });
  return {
    start(name, agent, env = {}) {
      const own = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret, AGENT_SERVICE_URL: baseUrl };
      const program = startExample(name, { ...own, ...env });
      running.push(program);
      return program;
    },
  };
}

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
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? String(code))),
  );
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
