import type { Answer, GatewayBench, TestAgent } from '../gateway.suite.js';

export const CRON_TASK = { name: 'Mail', prompt: 'Read it', schedule: '0 9 * * 1-5' };
export const EVENT_TASK = { name: 'Order', prompt: 'Check it', schedule: 'event' };

/** Calls of the agent API under `/api/agent/tasks`. */
export function taskCalls(bench: GatewayBench) {
  const call = (agent: TestAgent, method: string, path = '', body?: unknown): Promise<Answer> =>
    bench.call(method, `/api/agent/tasks${path}`, {
      headers: agent.auth,
      ...(body !== undefined && { body }),
    });
  return {
    call,
    async addTask(agent: TestAgent, task: object = CRON_TASK): Promise<string> {
      return (await call(agent, 'POST', '', task)).body.id as string;
    },
    async startRun(agent: TestAgent, taskId: string): Promise<string> {
      return (await call(agent, 'POST', `/${taskId}/run/start`)).body.run_id as string;
    },
  };
}
