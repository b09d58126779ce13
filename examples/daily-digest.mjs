// A digest each morning by cron: the agent makes its own task, and reports what its other tasks have done since the last digest.
import { Agent } from '@svc/agent';

const TASK = 'Daily digest';

const agent = new Agent();
agent.task(TASK, async (run) => {
  const { runs } = await agent.tasks.runs({ limit: 100 });
  const finished = runs.filter(({ finished_at: at }) => at !== null);
  const last = finished.find(({ task_id: id }) => id === run.taskId)?.finished_at ?? '';
  const done = finished.filter(({ task_id: id, finished_at: at }) => id !== run.taskId && at > last);
  const text = done.map(({ status, summary }) => `- ${status}: ${summary}`).join('\n');
  await run.context.once('report', () => run.report({ title: TASK, text: text || 'Nothing was done.' }));
  return `Runs since the last digest: ${done.length}.`;
});
agent.task((run) => `**${run.taskName}** is done.`);
await agent.start();

const tasks = await agent.tasks.list();
if (!tasks.some(({ name }) => name === TASK))
  await agent.tasks.create({
    ...{ name: TASK, prompt: 'Sum up the day.', schedule: '0 9 * * *' },
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
