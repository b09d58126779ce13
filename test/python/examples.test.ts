import { dirname, join } from 'node:path';
import { freePort } from '@svc/runtime';
import { eventually, httpCall } from '@svc/testkit';
import { expectFirstSuccess } from '../documents/first-success.js';
import { environmentOf, startCommand } from '../spec/example-programs.js';
import { expectOneOrder } from '../spec/order-drill.js';
import { baseUrl, useProduct } from '../spec/product-under-test.js';

const PYTHON = process.env['TEST_PYTHON'] ?? 'python3';
const EXAMPLES = join(import.meta.dirname, '../../packages/agent-python/examples');

const bench = useProduct();

it('the order agent orders once, though it is killed twice and stopped', async () => {
  const orderAgent = [PYTHON, join(EXAMPLES, 'order_agent.py')];
  await expectOneOrder((env) => startCommand(orderAgent, env));
});

it('the commands of docs/guide/start.md make an agent, start it, and get its answer', () => {
  const PATH = [dirname(PYTHON), dirname(process.execPath), process.env['PATH']].join(':');
  return expectFirstSuccess('docs/guide/start.md', 'echo.py', { baseUrl, PATH });
});

it('the webhook with FastAPI answers, and asks before it sends an order', async () => {
  const { person } = bench;
  const agent = await person.createAgent();
  const port = await freePort();
  const args = `-m uvicorn fastapi_webhook:app --port ${port} --log-level warning`.split(' ');
  const program = startCommand([PYTHON, ...args], environmentOf(agent), EXAMPLES);
  try {
    const url = `http://127.0.0.1:${port}/events`;
    const knock = () => httpCall(url).catch(() => null);
    await eventually(knock, (answer) => answer?.status === 405, { what: 'the door to open' });
    await person.changeAgent(agent.agentId, { webhook_url: url, push_triggers_to_webhook: true });
    const { conversation_id } = await person.send(agent.agentId, 'hello');
    const newest = async () => (await person.history(conversation_id))[0]?.text;
    await eventually(newest, (text) => text === 'You said: hello', { what: 'the answer' });

    const task = await agent.tasks.createTriggered({ name: 'Order', prompt: 'Send it.' });
    await httpCall(`${baseUrl}/webhook/${task.trigger_id}`, { body: { order: 7 } });
    const asked = await agent.newestDecision();
    expect(asked.title).toBe('Send order 7?');
    await person.resolve(asked.decision_id);
    const runs = () => person.tasks.runs(task.id);
    await eventually(runs, ([run]) => run?.summary === 'Order 7 **sent**.');
    expect(await program.kill('SIGTERM')).toBe('0');
  } finally {
    await program.kill();
  }
});
