import { createInterface } from 'node:readline';
import { AgentError, asError } from '../errors.js';
import { makeAgent, startService } from './start.js';
import type { StartedService, TestServiceOptions } from './start.js';
import { TestService } from './test-service.js';

// For packages in other languages: calls are lines on the standard input, results lines on the output. A line
// `moved` comes each time that the clock has been moved. It ends when its input does.

interface Call {
  id: number;
  /** `start`, `makeAgent`; a method of {@link TestService} if there is an agent, else a fault. */
  call: string;
  /** The agent that it is about, `agt_…`. */
  agent: string | null;
  args: unknown[];
}

type Method = (...args: unknown[]) => unknown;

const agents = new Map<string, TestService>();
let started: Promise<StartedService> | undefined;

// A Ctrl-C in a terminal reaches this process too. Its owner says when to end.
process.on('SIGINT', () => {});
createInterface({ input: process.stdin })
  .on('line', (line) => void take(JSON.parse(line) as Call))
  .on('close', () => void stop().finally(() => process.exit(0)));

async function take({ id, ...call }: Call): Promise<void> {
  try {
    say({ id, result: (await done(call)) ?? null });
  } catch (thrown) {
    const { message } = asError(thrown);
    say({ id, error: { message, ...(thrown instanceof AgentError && { code: thrown.code }) } });
  }
}

async function done({ call, agent, args }: Omit<Call, 'id'>): Promise<unknown> {
  if (call === 'start') {
    const { url, publicUrl, aheadMs } = await (started = startService(args[0] as TestServiceOptions));
    return { url, public_url: publicUrl, ahead_ms: aheadMs };
  }
  if (started === undefined) throw new Error('It is not started');
  const parts = await started;
  if (call === 'makeAgent') {
    const made = await makeAgent(parts.person, args[0] as TestServiceOptions['agent']);
    agents.set(made.agentId, new TestService({ ...parts, agent: made }));
    parts.process.onMoved = (aheadMs) => say({ moved: aheadMs });
    return { agent_id: made.agentId, secret: made.secret };
  }
  const target = (agent === null ? parts.faults : agents.get(agent)) as unknown as Record<string, Method>;
  return target[call]?.(...args);
}

async function stop(): Promise<void> {
  const parts = await started?.catch(() => undefined);
  await parts?.process.end();
  await parts?.faults.close();
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
