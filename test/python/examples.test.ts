import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '@svc/runtime';
import { endOf, eventually, httpCall, Person } from '@svc/testkit';
import type { AgentClient, ShownMessage } from '@svc/testkit';
import { runPage } from '../documents/page-script.js';
import { provenBlocks } from '../documents/proofs.js';
import { startCommand } from '../spec/example-programs.js';
import { expectOneOrder } from '../spec/order-drill.js';
import { baseUrl } from '../spec/product-under-test.js';

const PYTHON = process.env['TEST_PYTHON'] ?? 'python3';
const EXAMPLES = join(import.meta.dirname, '../../packages/agent-python/examples');

let person: Person;
let agent: AgentClient;
let started: ChildProcess | undefined;

beforeAll(async () => {
  person = await Person.signUp(baseUrl);
});

afterEach(() => {
  started?.kill('SIGKILL');
  started = undefined;
});

it('the order agent orders once, though it is killed twice and stopped', async () => {
  const orderAgent = [PYTHON, join(EXAMPLES, 'order_agent.py')];
  await expectOneOrder((env) => startCommand(orderAgent, env));
});

it('the commands of docs/guide/start.md make an agent, start it, and get its answer', async () => {
  agent = await person.createAgent();
  const login = { PERSON_EMAIL: `${agent.agentId}@example.org`, PERSON_PASSWORD: Person.password };
  const { PERSON_EMAIL: email, PERSON_PASSWORD: password } = login;
  await httpCall(`${baseUrl}/api/auth/sign-up/email`, { body: { name: 'Ada', email, password } });
  const own = provenBlocks('docs/guide/start.md').filter(
    ({ proof, text }) => proof?.kind === 'checked' && text.includes('echo.py'),
  );
  const PATH = [dirname(PYTHON), dirname(process.execPath), process.env['PATH']].join(':');
  const { status, stderr, outputs } = await runPage(
    own.map((block) => ({ ...block, proof: { kind: 'run', until: [] } })),
    {
      env: { ...login, PATH, AGENT_SERVICE_URL: baseUrl },
      ...{ replaced: {}, onSaid: () => {}, signal: AbortSignal.timeout(80_000) },
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(outputs).toEqual([expect.stringMatching(/^You said: Hello, agent$/m)]);
});

it('the webhook with FastAPI answers, and asks before it sends an order', async () => {
  agent = await person.createAgent();
  const port = await freePort();
  const ended = start(`-m uvicorn fastapi_webhook:app --port ${port} --log-level warning`.split(' '));
  const url = `http://127.0.0.1:${port}/events`;
  const knock = () => httpCall(url).catch(() => null);
  await eventually(knock, (answer) => answer?.status === 405, { what: 'the door to open' });
  await person.changeAgent(agent.agentId, { webhook_url: url, push_triggers_to_webhook: true });
  await answered('hello', 'You said: hello');

  const task = await agent.tasks.create({ name: 'Order', prompt: 'Send it.', schedule: 'event' });
  await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body: { order: 7 } });
  const asked = async () =>
    (await agent.call('/api/agent/decisions')).body as { decision_id: string; title: string }[];
  const [decision] = await eventually(asked, ({ length }) => length === 1);
  expect(decision?.title).toBe('Send order 7?');
  await person.call(`/decisions/${decision?.decision_id}/resolve`, { body: { status: 'approved' } });
  const runs = () => person.tasks.runs(task.id);
  await eventually(runs, ([run]) => run?.summary === 'Order 7 **sent**.');
  started?.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** Resolves with the exit code or the signal that ends it. */
function start(args: string[]): ReturnType<typeof endOf> {
  const own = { AGENT_ID: agent.agentId, AGENT_SECRET: agent.secret, AGENT_SERVICE_URL: baseUrl };
  const env = { ...process.env, ...own };
  started = spawn(PYTHON, args, { cwd: EXAMPLES, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return endOf(started);
}

async function answered(text: string, answer: string): Promise<void> {
  const { conversation_id: conversation } = await person.send(agent.agentId, text);
  const history = () => person.history(conversation);
  const isIt = (message: ShownMessage) => message.sender === 'agent' && message.text === answer;
  await eventually(history, (all) => all.some(isIt), { what: 'the answer' });
}
