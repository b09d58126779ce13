/** @only-in-all Of the command line, program by program. */
import { join } from 'node:path';
import { eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { baseUrl, useProduct } from './product-under-test.js';
import { useSvc } from './svc-program.js';

const bench = useProduct();
const svc = useSvc();
const SCRIPTED = join(import.meta.dirname, 'acp-agent.mjs');
type Started = ReturnType<typeof svc.start>;
const started: Started[] = [];

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

/** A coding agent that is connected. */
async function connected(): Promise<{ agent: AgentClient; program: Started }> {
  const agent = await bench.person.createAgent();
  const env = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret };
  const program = svc.start(['acp', '--', process.execPath, SCRIPTED], { env });
  started.push(program);
  const isOnline = async () => (await bench.person.agent(agent.agentId)).online;
  await eventually(isOnline, Boolean, { what: 'the socket' });
  return { agent, program };
}

/** What the agent says in answer, oldest first, when it has said so many. */
async function answers(conversationId: string, count: number): Promise<string[]> {
  const read = async () =>
    (await bench.person.history(conversationId))
      // A request for a decision is a message too.
      .filter(({ sender, decision_id }) => sender === 'agent' && decision_id === null)
      .map(({ text }) => text)
      .reverse();
  return eventually(read, ({ length }) => length >= count, { what: `${count} answers` });
}

describe('svc acp', () => {
  it('carries messages to a coding agent and back, a session for each conversation', async () => {
    const { agent } = await connected();
    const { conversation_id } = await bench.person.send(agent.agentId, 'echo Good morning');
    expect(await answers(conversation_id, 1)).toEqual(['1: Good morning']);
    await bench.person.send(agent.agentId, { text: 'echo again', conversation_id });
    expect(await answers(conversation_id, 2)).toEqual(['1: Good morning', '2: again']);
    const other = await bench.person.send(agent.agentId, 'echo elsewhere');
    expect(await answers(other.conversation_id, 1)).toEqual(['1: elsewhere']);
  });

  it('offers the coding agent the tools of the service', async () => {
    const { agent } = await connected();
    const { conversation_id } = await bench.person.send(agent.agentId, 'tools');
    expect(await answers(conversation_id, 1)).toEqual([`${baseUrl}/mcp`]);
  });

  it.each([
    ['approved', 'once'],
    ['dismissed', 'no'],
  ] as const)('makes a decision of a permission: %s', async (status, option) => {
    const { agent } = await connected();
    const { conversation_id } = await bench.person.send(agent.agentId, 'run git push');
    const asked = await agent.newestDecision();
    expect(asked).toMatchObject({ conversation_id, title: 'execute: git push', action: 'execute:git push' });
    await bench.person.resolve(asked.decision_id, { status });
    expect(await answers(conversation_id, 1)).toEqual([`The answer is ${option}`]);
  });

  it('stops what it does when the person says so, and answers no for them', async () => {
    const { agent } = await connected();
    const { conversation_id } = await bench.person.send(agent.agentId, 'hang');
    const streams = () => bench.person.call(`/conversations/${conversation_id}/streams`);
    await eventually(streams, ({ body }) => JSON.stringify(body).includes('At work'), { what: 'work' });
    await bench.person.send(agent.agentId, { text: 'stop', conversation_id });
    expect(await answers(conversation_id, 2)).toEqual(['At work', 'Stopped.']);
    await bench.person.send(agent.agentId, { text: 'run rm', conversation_id });
    await agent.newestDecision();
    await bench.person.send(agent.agentId, { text: '/stop', conversation_id });
    expect((await answers(conversation_id, 3))[2]).toBe('The answer is cancelled');
  });

  it('ends with the coding agent, after it has told the person', async () => {
    const { agent, program } = await connected();
    const { conversation_id } = await bench.person.send(agent.agentId, 'exit');
    expect(await program.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('has ended (7)') });
    expect(await answers(conversation_id, 1)).toEqual([expect.stringContaining('has ended (7)')]);
  });

  it('says so where the coding agent does not start, or no agent is named', async () => {
    const { agentId, secret } = await bench.person.createAgent();
    const env = { AGENT_ID: agentId, AGENT_SECRET: secret };
    const refused = await svc.run(['acp', '--', 'no-such-program-here'], { env });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('did not start') });
    expect(await svc.run(['acp', '--', 'x'])).toMatchObject({ code: 3 });
  });
});
