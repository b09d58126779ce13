import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { baseUrl } from './product-under-test.js';

const EXAMPLES = join(import.meta.dirname, '../../examples');

export interface ExampleProgram {
  /** What it has written so far. */
  output(): string;
  /** Ends it at once, and resolves when it has ended. */
  kill(): Promise<void>;
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
      const program = startProgram(join(EXAMPLES, name), agent, env);
      running.push(program);
      return program;
    },
  };
}

/** Starts a program as an agent. */
export function startProgram(
  file: string,
  agent: AgentClient,
  env: Record<string, string> = {},
): ExampleProgram {
  const own = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret, AGENT_SERVICE_URL: baseUrl };
  return programOf(spawn(process.execPath, [file], { env: { ...process.env, ...own, ...env } }));
}

function programOf(child: ChildProcess): ExampleProgram {
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return {
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
