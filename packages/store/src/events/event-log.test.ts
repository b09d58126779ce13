import { describe, expect, it } from '@jest/globals';
import { decisionCalls } from '../decisions/decisions.suite.js';
import { messageDeletionCalls } from '../deletions/message-deletions.suite.js';
import { retentionCalls } from '../retention/retention.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { attemptCalls } from './attempts.suite.js';

const bench = useStore();
const { age, exists, pass } = retentionCalls(bench);
const { request, resolve } = decisionCalls(bench);
const { deleteConversation } = messageDeletionCalls(bench);
const { addTask, fire, trigger } = taskBuilders(bench);
const { finish, only } = attemptCalls(bench);

describe('the event log', () => {
  it('lists what waits page by page, also where some was sent again', async () => {
    const agent = await bench.addAgent();
    const sent = [];
    for (let count = 0; count < 5; count += 1) sent.push((await bench.addMessage(agent)).eventId);
    for (const eventId of sent.slice(0, 2)) await bench.store.events.restart(eventId, agent.ownerId);
    const listed = [];
    for (let cursor: string | undefined; ; cursor = listed.at(-1)) {
      const page = await bench.store.eventLog.list({ ...agent, state: 'waiting', limit: 2, cursor });
      if (page === null || page.length === 0) break;
      listed.push(...page.map(({ eventId }) => eventId));
    }
    expect(listed).toEqual(sent.toReversed());
  });

  it('names the run and the task of an event whose run is not kept any more', async () => {
    const agent = await bench.addAgent();
    // Texts in which an id seems to stand, and a frame that PostgreSQL keeps apart from its row.
    const texts = { name: '"task_id":"tsk_1"', prompt: '","task_id":"tsk_2"' };
    const due = await addTask(agent, texts);
    const external = await addTask(agent, { ...texts, schedule: 'event' });
    const payload = JSON.stringify({ task_id: 'tsk_3', text: Array.from({ length: 9_000 }, String).join() });
    const runIds = [(await fire(due)).runId, await trigger(external, payload)];
    for (const runId of runIds) {
      await bench.store.runCompletions.complete({ ...agent, runId, status: 'completed', summary: null });
      await age('task_run', runId, ['finished_at']);
    }
    expect(await pass('run')).toEqual({ run: 2 });
    expect(await exists('task_run', runIds[0] ?? '')).toBe(false);
    const none = { messageId: null, decisionId: null };
    expect(await bench.store.eventLog.list({ ...agent, limit: 10 })).toMatchObject([
      { ...none, type: 'task_trigger', taskId: external.taskId, runId: runIds[1] },
      { ...none, type: 'task_due', taskId: due.taskId, runId: runIds[0] },
    ]);
  });

  it('shows nothing of a conversation from the moment of its deletion', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent, 'Secret');
    const { decision } = await request(agent, { conversationId });
    await resolve(agent, decision.decisionId);
    const subjects = async () =>
      (await bench.store.eventLog.list({ ...agent, limit: 9 }))?.map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Send it?', 'Secret']);
    await deleteConversation(agent, conversationId);
    expect(await subjects()).toEqual([null, null]);
  });

  it('tells when the next attempt is due, and nothing while one is under way', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    await bench.addMessage(agent);
    const next = async () => (await bench.store.eventLog.list({ ...agent, limit: 1 }))?.[0]?.nextAttemptAt;
    expect(await next()).toBeNull();
    const attempt = await only(agent.agentId);
    expect(await next()).toBeNull();
    // Rounded as the column is.
    const now = async () =>
      ((await bench.sql('SELECT now()::timestamptz(3) AS now'))[0]!['now'] as Date).getTime();
    const beforeMs = await now();
    await finish(attempt, { nextInMs: 30_000 });
    const afterMs = await now();
    const dueAtMs = (await next())!.getTime();
    expect(dueAtMs).toBeGreaterThanOrEqual(beforeMs + 30_000);
    expect(dueAtMs).toBeLessThanOrEqual(afterMs + 30_000);
  });
});
