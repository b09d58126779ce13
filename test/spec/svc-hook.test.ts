/** @only-in-all Of the command line, program by program. */
import type { AgentClient } from '@svc/testkit';
import { useProduct } from './product-under-test.js';
import { useSvc } from './svc-program.js';

const bench = useProduct();
const svc = useSvc();

const BASH = { tool_name: 'Bash', tool_input: { command: 'git push' }, cwd: '/src' };
const USE = { ...BASH, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_01' };
const PERMISSION = { ...BASH, hook_event_name: 'PermissionRequest' };

function hook(agent: AgentClient | null, input: unknown, options: string[] = [], env = {}) {
  const own = agent === null ? {} : { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
  return svc.run(['hook', ...options], { input: JSON.stringify(input), env: { ...own, ...env } });
}

const byUse = (permissionDecision: string, permissionDecisionReason: unknown) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

describe('svc hook', () => {
  it('allows what a person approves', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const running = hook(agent, USE);
    const asked = await agent.newestDecision();
    expect(asked).toMatchObject({
      ...{ title: 'Bash: git push', action: 'Bash:git push', expires_at: expect.any(String) },
      description: expect.stringContaining('git push'),
    });
    await bench.person.resolve(asked.decision_id, { status: 'approved', note: 'Go ahead' });
    const { code, stdout } = await running;
    expect([code, JSON.parse(stdout)]).toEqual([0, byUse('allow', 'Go ahead')]);
  });

  it('denies what is rejected, with the note', async () => {
    const agent = await bench.person.createAgent();
    const running = hook(agent, PERMISSION);
    await bench.person.resolve((await agent.newestDecision()).decision_id, {
      status: 'rejected',
      note: 'Not today',
    });
    const { code, stdout } = await running;
    const decision = { behavior: 'deny', message: expect.stringContaining('Not today') };
    expect([code, JSON.parse(stdout)]).toEqual([
      ...[0, { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }],
    ]);
  });

  it('asks once for one use of a tool, however often it is started', async () => {
    const agent = await bench.person.createAgent({ kind: 'approval-only' });
    const running = [hook(agent, USE), hook(agent, USE)];
    await bench.person.resolve((await agent.newestDecision()).decision_id);
    for (const { stdout } of await Promise.all([...running, hook(agent, USE)]))
      expect(JSON.parse(stdout)).toEqual(byUse('allow', expect.any(String)));
    expect(await agent.decisions()).toHaveLength(1);
  });

  it('never allows what nobody answers in time', async () => {
    const agent = await bench.person.createAgent();
    const late = await hook(agent, USE, ['--wait', '1']);
    expect([late.code, JSON.parse(late.stdout)]).toEqual([0, byUse('deny', 'Nobody has answered in time.')]);
  });

  it('never allows when something goes wrong', async () => {
    const agent = await bench.person.createAgent();
    const wrong = [
      hook(null, USE),
      hook(agent.withSecret(`svc_${'0'.repeat(40)}`), USE),
      hook(agent, USE, ['--wait', '1'], { SVC_URL: 'http://127.0.0.1:9' }),
    ];
    for (const { code, stdout } of await Promise.all(wrong))
      expect([code, JSON.parse(stdout)]).toEqual([0, byUse('deny', expect.any(String))]);
    const unreadable = [hook(agent, 'nonsense'), hook(agent, USE, ['--wait', 'for ever'])];
    // A coding agent takes 2, and no other number, for no.
    for (const { code, stdout } of await Promise.all(unreadable)) expect([code, stdout]).toEqual([2, '']);
    expect(await agent.decisions()).toEqual([]);
  });
});
