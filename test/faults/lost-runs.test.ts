import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { endOf, eventually, Signal } from '@svc/testkit';
import type { AgentClient, RunRecord } from '@svc/testkit';
import { faultBench } from './fault-bench.js';
import { standStill } from './process-tree.js';

const NOTICED_MS_MAX = 120_000;
const WORKER = fileURLToPath(new URL('lost-run-worker.mjs', import.meta.url));

describe('A run on lease', () => {
  const bench = faultBench({ SCHEDULERS: '2' });

  /** An agent's process, with the lines that it writes. */
  function work({ agentId: AGENT_ID, secret: AGENT_SECRET }: AgentClient) {
    const env = { PATH: process.env['PATH'], SERVICE_URL: bench.services.url, AGENT_ID, AGENT_SECRET };
    const child = spawn(process.execPath, [WORKER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = new Signal<string>();
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    return { child, lines, ended: endOf(child) };
  }

  const runThatIs = (agent: AgentClient, runId: string, isAsked: (run: RunRecord) => boolean) =>
    eventually(() => agent.tasks.run(runId), isAsked, { what: 'the run', waitMsMax: NOTICED_MS_MAX });

  it('whose agent is killed in the middle of it, and then all schedulers, is finished by its retry with what was saved, once', async () => {
    const agent = await bench.person.createAgent();
    const retry = { max: 3, backoff_seconds: 1 };
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *', retry });
    const runId = await bench.person.tasks.run(task.id);
    const first = work(agent);
    await first.lines.first((line) => line === 'saved 2', 'two steps');
    first.child.kill('SIGKILL');
    await first.ended;
    const killed = await bench.services.killAll('scheduler');
    expect(killed).toHaveLength(2);
    await bench.services.restarted(killed);
    const second = work(agent);
    await second.ended;
    expect(second.lines.items).not.toContain('saved 1');
    expect(second.lines.items).not.toContain('saved 2');
    const run = await agent.tasks.run(runId);
    expect(run).toMatchObject({ status: 'completed', summary: '1 2 3 4 5' });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const bubbles = (await bench.person.history(conversationId)).map(({ text }) => text);
    expect(bubbles).toEqual(['1 2 3 4 5']);
    const openOf = "SELECT 1 FROM event WHERE subject_id = $1 AND state = 'open'";
    expect((await bench.sql.query(openOf, [runId])).rows).toEqual([]);
  });

  it('that ends while all schedulers stand still is not lost if its agent is heard of before they go on', async () => {
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const [heard, silent] = [await agent.tasks.start(task.id), await agent.tasks.start(task.id)];
    const beat = async (runId: string, seconds: number) => {
      const body = { lease_seconds: seconds };
      expect((await agent.call(`/api/agent/tasks/runs/${runId}/heartbeat`, { body })).status).toBe(200);
    };
    const pids = (await bench.services.members('scheduler')).flatMap(({ pid }) =>
      pid === undefined ? [] : [pid],
    );
    expect(pids).toHaveLength(2);
    const goOn = standStill(pids);
    try {
      await beat(heard, 5);
      await beat(silent, 5);
      const leasesOver = 'SELECT 1 FROM task_run WHERE id = ANY ($1) AND lease_until < now()';
      const over = async () => (await bench.sql.query(leasesOver, [[heard, silent]])).rows.length;
      await eventually(over, (count) => count === 2, { what: 'both leases to end', waitMsMax: 60_000 });
      await beat(heard, 3_600);
    } finally {
      goOn();
    }
    // Both were due at the same time, and the later one is looked at after the earlier one.
    await runThatIs(agent, silent, ({ status }) => status === 'failed');
    expect(await agent.tasks.run(heard)).toMatchObject({ status: 'running' });
  });
});
