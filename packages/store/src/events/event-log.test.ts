import { useStore } from '../store.suite.js';

const bench = useStore();
const { addTask, age, complete, deleteConversation, exists, fire, pass, request, resolve, trigger } = bench;

describe('the event log', () => {
  it('names the run and the task of an event whose run is not kept any more', async () => {
    const agent = await bench.addAgent();
    // Texts in which an id seems to stand, and a frame that PostgreSQL keeps apart from its row.
    const texts = { name: '"task_id":"tsk_1"', prompt: '","task_id":"tsk_2"' };
    const due = await addTask(agent, texts);
    const external = await addTask(agent, { ...texts, schedule: 'event' });
    const payload = JSON.stringify({ task_id: 'tsk_3', text: Array.from({ length: 9_000 }, String).join() });
    const runIds = [(await fire(due)).runId, await trigger(external, payload)];
    for (const runId of runIds) {
      await complete(agent, runId);
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
    const { agent, conversationId } = await bench.addConversation('Secret');
    const { decision } = await request(agent, { conversationId });
    await resolve(agent, decision.decisionId);
    const subjects = async () =>
      (await bench.store.eventLog.list({ ...agent, limit: 9 }))?.map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Send it?', 'Secret']);
    await deleteConversation(agent, conversationId);
    expect(await subjects()).toEqual([null, null]);
  });
});
