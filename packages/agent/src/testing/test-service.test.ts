/** @only-in-all Starts servers of its own. */
import { createServer } from 'node:http';
import { eventually, listening, Signal } from '@svc/testkit';
import { Agent } from '../agent.js';
import { QUIET } from '../quiet-log.suite.js';
import type { Run } from '../runs/run.js';
import { startTestService } from '../testing.js';
import type { TestService } from '../testing.js';

/** A month in which Berlin moves its clocks, and a service beside it that lives in another time. */
const [START, OTHER_START] = ['2026-03-10T06:00:00Z', '2031-01-01T00:00:00Z'];
const MINUTE_MS = 60_000;
/** A busy machine is no reason to fail. */
const PATIENT = { timeout: '25s' } as const;

let svc: TestService;
let agent: Agent;
let beside: TestService;
let webhookAgent: Agent;
const hook = createServer();
/** What the webhook is answered with, in turn; then 204 by the agent. */
const refusals: number[] = [];
const runs = new Signal<{ id: string; at: string }>();
const connections = new Signal<string>();
let work: (run: Run) => Promise<string | void> | string | void = () => {};

beforeAll(async () => {
  const { url: webhookUrl } = await listening(hook);
  [svc, beside] = await Promise.all([
    startTestService({ clock: START }),
    startTestService({
      clock: new Date(OTHER_START),
      agent: { agent_name: 'Hooked', webhook_url: webhookUrl },
      // An attempt on a busy machine takes longer than the clock waits for by default.
      patience: '25s',
    }),
  ]);
  webhookAgent = new Agent(beside.agent);
  const receive = webhookAgent.webhook.express();
  hook.on('request', (request, response) => {
    const refusal = refusals.shift();
    if (refusal === undefined) return void receive(request, response, () => {});
    request.resume();
    response.writeHead(refusal).end();
  });
  webhookAgent.on('user_message', (m) => m.reply(`By webhook: ${m.text}`));
  agent = await startAgent();
});

afterAll(async () => {
  await Promise.all([agent.stop(), webhookAgent.stop()]);
  await Promise.all([svc.stop(), beside.stop()]);
  hook.close();
});

async function startAgent(): Promise<Agent> {
  const started = new Agent({ ...svc.agent, retryCalls: 1, drain: 1, log: QUIET });
  started.on('connected', () => connections.push('in'));
  started.on('disconnected', () => connections.push('out'));
  started.on('user_message', async (m) => {
    if (!m.text.startsWith('Ask')) return void (await m.reply(`You said: ${m.text}`));
    const answer = await started.ask({ title: m.text, expiresIn: '1h' });
    await m.reply(`${answer.status} ${answer.note ?? ''}`.trim());
  });
  started.task(async (run) => {
    runs.push({ id: run.id, at: svc.now().toISOString() });
    return work(run);
  });
  await started.start();
  return started;
}

const text = async (part = ''): Promise<string> =>
  (await svc.nextMessage({ ...PATIENT, where: (message) => message.text.includes(part) })).text;

describe('the person of a test', () => {
  it('writes, and gets the messages of the agent one by one', async () => {
    const first = await svc.say('Hello');
    expect(await text()).toBe('You said: Hello');
    expect((await svc.say('Again')).conversationId).toBe(first.conversationId);
    const elsewhere = await svc.say('Elsewhere', { conversationId: null });
    expect(elsewhere.conversationId).not.toBe(first.conversationId);
    expect([await text(), await text()].sort()).toEqual(['You said: Again', 'You said: Elsewhere']);
  });

  it('answers questions, and those that nobody answers end when their time is over', async () => {
    await svc.say('Ask twice');
    await svc.approve({ ...PATIENT, decision: 'Ask twice', note: 'Yes.' });
    expect(await text('approved')).toBe('approved Yes.');
    await svc.say('Ask again');
    await svc.reject(PATIENT);
    expect(await text('rejected')).toBe('rejected');
    await svc.say('Ask nobody');
    await svc.nextMessage({ ...PATIENT, where: ({ decision_id: id }) => id !== null });
    expect(await svc.decisions()).toMatchObject([{ title: 'Ask nobody', status: 'pending' }]);
    await svc.advance('1h');
    expect(await text('dismissed')).toContain('dismissed');
    expect(await svc.decisions()).toEqual([]);
  });

  it('calls the trigger URL of a task, whose run waits for an answer for days', async () => {
    await agent.tasks.create({ name: 'Order', prompt: 'Look at it.', schedule: 'event' });
    work = async (run) =>
      (await run.ask({ key: 'ship', title: `Ship ${String(run.payload?.['number'])}?` })).status;
    const { runId } = await svc.trigger('Order', { number: 7 });
    await svc.nextMessage({ ...PATIENT, where: ({ decision_id: id }) => id !== null });
    await svc.advance('3d');
    expect(await svc.approve({ ...PATIENT, decision: 'Ship 7?' })).toMatchObject({ status: 'approved' });
    await svc.nextMessage({
      where: ({ task_run_id: id, decision_id }) => id === runId && decision_id === null,
    });
    expect(await svc.runs('Order')).toMatchObject([{ id: runId, status: 'completed', summary: 'approved' }]);
    await expect(svc.trigger('Ordre')).rejects.toThrow('It has: Order');
  });
});

describe('the clock of a test', () => {
  it('has every occurrence of a month once, by the clocks of a zone that moves them', async () => {
    work = () => {};
    const before = runs.items.length;
    const day = { name: 'Daily', prompt: 'Do it.', schedule: '30 9 * * *', timezone: 'Europe/Berlin' };
    const { id } = await agent.tasks.create(day);
    const startMs = svc.now().getTime();
    await svc.advance('30d');
    const found = runs.items.slice(before);
    expect(new Set(found.map((run) => run.id)).size).toBe(30);
    expect(found.length).toBe(30);
    // On 29 March 2026 clocks go an hour ahead, so half past nine is an hour earlier by UTC.
    const expected = Array.from({ length: 31 }, (_, index) => Date.UTC(2026, 2, 13 + index, 9, 30))
      .map((berlin) => berlin - (berlin < Date.UTC(2026, 2, 29, 2) ? 60 : 120) * MINUTE_MS)
      .filter((at) => at > startMs && at <= startMs + 30 * 86_400_000);
    expect(found.map(({ at }) => at.slice(0, 16))).toEqual(
      expected.map((at) => new Date(at).toISOString().slice(0, 16)),
    );
    await agent.tasks.delete(id);
  });

  it('is not moved back, nor by nothing, nor by more than a year', async () => {
    const before = svc.now().getTime();
    const refusal = 'The duration by which the clock is moved ahead';
    for (const duration of [-1, 0, NaN, Infinity, '-1d', '1y'])
      await expect(svc.advance(duration as never)).rejects.toThrow(refusal);
    await expect(svc.advance('367d')).rejects.toThrow('at most 366 days');
    expect(svc.now().getTime() - before).toBeLessThan(MINUTE_MS);
  });

  it('is each service’s own, and so are its person and its agent', async () => {
    expect(beside.now().getUTCFullYear()).toBe(2031);
    expect(beside.env.AGENT_ID).not.toBe(svc.env.AGENT_ID);
    expect(await beside.call('/agents')).toMatchObject([{ agent_name: 'Hooked' }]);
    await beside.advance('1d');
    expect([beside.now().getUTCFullYear(), svc.now().getUTCFullYear()]).toEqual([2031, 2026]);
  });

  it('brings the retries of a webhook, which the agent proves by that clock', async () => {
    refusals.push(503, 500);
    await beside.say('One');
    await beside.advance('10s');
    const attempts = async () => {
      const path = `/agents/${beside.agent.agentId}/events?limit=1`;
      const [event] = await beside.call<{ attempts: unknown[] }[]>(path);
      return event?.attempts.length;
    };
    expect(await attempts()).toBe(1);
    await beside.advance('30s');
    expect(await attempts()).toBe(2);
    await beside.advance('61s');
    expect((await beside.nextMessage(PATIENT)).text).toBe('By webhook: One');
  });
});

describe('a fault', () => {
  it('drops the sockets of the agent, which comes back and misses nothing', async () => {
    const before = connections.items.length;
    svc.faults.dropSockets();
    await svc.say('Dropped');
    expect(await text('Dropped')).toBe('You said: Dropped');
    await connections.until((items) => items.slice(before).includes('in'), 'the agent to come back');
    expect(connections.items[before]).toBe('out');
  });

  it('refuses connections, so that a run whose agent is away too long is lost', async () => {
    let leave = (): void => {};
    work = () => new Promise((resolve) => (leave = resolve));
    const taken = runs.items.length;
    await svc.trigger('Order', { number: 8 });
    await runs.atLeast(taken + 1);
    await svc.advance('10m');
    expect(await svc.runs('Order')).toMatchObject([{ status: 'running' }, {}]);
    svc.faults.refuse();
    await expect(agent.tasks.list()).rejects.toMatchObject({ code: 'unavailable' });
    const shown = () => svc.call<{ online: boolean }>(`/agents/${svc.agent.agentId}`);
    await eventually(shown, ({ online }) => !online);
    await svc.advance('3m');
    expect(await svc.runs('Order')).toMatchObject([{ status: 'failed', failure_reason: 'lost' }, {}]);
    svc.faults.heal();
    leave();
    await svc.say('Back');
    expect(await text('Back')).toBe('You said: Back');
  });
});
