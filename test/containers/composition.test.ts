import { jest } from '@jest/globals';
import { freePort } from '@svc/runtime';
import { eventually, httpCall, Person } from '@svc/testkit';
import { Flow } from '../faults/flow.js';
import { Composition } from './composition.js';
import { describeEdgeProxy } from './edge-proxy.suite.js';
import { describeHardening } from './hardening.suite.js';
import { RefusalBook, violationsOf } from './refusals.js';
import { WebhookContainer } from './webhook-container.js';

const START_MS_MAX = 400_000;
const CASE_MS_MAX = 240_000;
jest.setTimeout(CASE_MS_MAX);
const IMAGE_MB_MAX = 60;
/** Messages to each agent before a fault, and after it is over. */
const STEADY = 20;

describe('The composition, in real containers', () => {
  let composition: Composition;
  let receiver: WebhookContainer | undefined;

  beforeAll(async () => {
    composition = await Composition.up(await freePort());
  }, START_MS_MAX);

  afterAll(async () => {
    await receiver?.close();
    await composition?.down();
  }, START_MS_MAX);

  it(`carries at most ${IMAGE_MB_MAX} MB over Node's image, and does not run as root`, async () => {
    const { image, base } = composition.engine;
    const sizeOf = async (name: string) =>
      Number(await composition.run('image', 'inspect', '--format', '{{.Size}}', name));
    expect(((await sizeOf(image)) - (await sizeOf(base))) / 1_000_000).toBeLessThanOrEqual(IMAGE_MB_MAX);
    expect(await composition.run('image', 'inspect', '--format', '{{.Config.User}}', image)).toBe('node');
  });

  it('serves a person, an agent on a socket, a webhook and a trigger through the edge proxy', async () => {
    const person = await Person.signUp(composition.url);
    const agent = await person.createAgent({ agent_name: 'socket' });
    const socket = await agent.connect();
    await person.send(agent.agentId, 'Hello by socket');
    await socket.userMessage('Hello by socket');

    receiver = await WebhookContainer.open(composition);
    const reached = await person.createAgent({ agent_name: 'webhook', webhook_url: receiver.url });
    await person.send(reached.agentId, 'Hello by webhook');
    expect((await receiver.userMessage('Hello by webhook')).signature).toMatch(/^sha256=/);

    const task = await person.tasks.create(agent.agentId, {
      name: 'New order',
      prompt: 'Check the order.',
      schedule: 'event',
    });
    const called = await httpCall(`${composition.url}/webhook/${task.trigger_id}`, { body: { order: 1 } });
    expect(called.status).toBe(200);
    await socket.taskTrigger((called.body as { run_id: string }).run_id);

    await socket.close();
  });

  it('knows who calls behind another proxy, writes no credential into its log, and takes each call’s own size', async () => {
    const behind = { 'x-forwarded-for': '203.0.113.7, 192.168.0.9' };
    for (const path of ['/media/a-secret.png', '/webhook/a-secret', '/docs?token=a-secret'])
      await httpCall(composition.url + path, { method: 'GET', headers: behind });
    const person = await Person.signUp(composition.url);
    const { agentId } = await person.createAgent();
    const body = JSON.stringify({ text: 'x', unknown: 'x'.repeat(2 * 1024 * 1024) });
    expect((await person.postMessage(agentId, body)).status).toBe(201);
    expect((await person.call('/agents', { body })).status).toBe(413);
    const [edgeProxy = ''] = await composition.containers('edge-proxy');
    const read = () => composition.run('logs', edgeProxy);
    const hasLast = (lines: string) => lines.includes('203.0.113.7 GET /docs');
    const log = await eventually(read, hasLast, { what: 'the calls in the log' });
    expect(log).toContain('203.0.113.7 GET /media/*');
    expect(log).toContain('203.0.113.7 GET /webhook/*');
    expect(log).not.toContain('a-secret');
  });

  it('serves the documentation that is built into its image, which holds nothing that builds it', async () => {
    for (const [path, type] of [
      ['/docs/operations/', 'text/html; charset=utf-8'],
      ['/docs/search-index.json', 'application/json'],
    ] as const)
      expect(await httpCall(composition.url + path)).toMatchObject({
        status: 200,
        headers: { 'content-type': type },
      });
    for (const gateway of await composition.containers('gateway'))
      await composition.run('exec', gateway, 'test', '!', '-e', '/app/node_modules/@11ty');
  });

  describeEdgeProxy(() => composition);
  describeHardening(() => composition);

  it('refuses no call and loses no message while one gateway after the other restarts', async () => {
    const seen = await underFlow(() => eachOf('gateway', (name) => composition.restart(name)));
    expect(seen).toEqual({ refused: 0, violations: [], unanswered: 0 });
  });

  it('answers 503 with Retry-After and the error shape while no gateway runs', async () => {
    const containers = await composition.containers('gateway');
    await composition.run('stop', '-t', '15', ...containers);
    for (const path of ['/api/client/agents', '/health/ready']) {
      expect(violationsOf(await httpCall(composition.url + path))).toEqual([]);
    }
    await composition.run('start', ...containers);
    await composition.healthy();
  });

  /** What calls of a person were answered, and messages to agents came to, while something happens. */
  async function underFlow(strike: () => Promise<void>) {
    const agents = { socketAgents: 4, webhookAgents: 0 };
    const flow = await Flow.open(composition.url, { ...agents, intervalMs: 100, webhookAnswerMs: 0 });
    const person = await Person.signUp(composition.url);
    const { agentId } = await person.createAgent();
    const book = new RefusalBook(person, agentId);
    book.start();
    try {
      const { unanswered } = await flow.through(STEADY, strike);
      return { ...(await book.stop()), unanswered };
    } finally {
      await book.stop();
      await flow.close();
    }
  }

  /** One after the other, so that there is always another of its kind. */
  async function eachOf(service: string, strike: (container: string) => Promise<void>): Promise<void> {
    for (const container of await composition.containers(service)) {
      await strike(container);
      await composition.healthy();
    }
  }
});
