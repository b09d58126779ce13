// A new pull request asks its person whether to merge it. GitHub calls the trigger URL of the task; the service checks GitHub's signature once the task has a sender.
import { Agent } from '@svc/agent';

const TASK = 'Pull request';
const { GITHUB_TOKEN } = process.env;

const agent = new Agent();
agent.task(TASK, async (run) => {
  const { action, pull_request: pull, repository } = run.payload;
  if (action !== 'opened') return `Nothing to do: the pull request was ${action}.`;
  const name = `${repository.full_name}#${pull.number}`;
  const answer = await run.ask({
    key: 'merge',
    title: `Merge ${name}?`,
    description: `**${pull.title}** by ${pull.user.login}: ${pull.html_url}`,
    action: `github.merge:${name}`,
    expiresIn: '3d',
  });
  if (answer.status !== 'approved') return `**${name}** was not merged. ${answer.note ?? ''}`;
  if (!GITHUB_TOKEN) return `**${name}** would be merged, if there were a GITHUB_TOKEN.`;
  await run.context.once('merged', () => merge(pull.url, run.signal));
  return `**${name}** is merged.`;
});
await agent.start();

const tasks = await agent.tasks.list();
const task =
  tasks.find(({ name }) => name === TASK) ??
  (await agent.tasks.create({ name: TASK, prompt: 'Ask whether to merge.', schedule: 'event' }));
console.log(`Give GitHub this URL, below the address of the service: /webhook/${task.trigger_id}`);
console.log('In the console, set the sender of the task to GitHub, with the secret of the webhook.');

async function merge(url, signal) {
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' };
  const response = await fetch(`${url}/merge`, { method: 'PUT', headers, signal });
  if (!response.ok) throw new Error(`GitHub answered ${response.status}: ${await response.text()}`);
}
