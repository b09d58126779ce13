// Every morning: the most read news as a report card. The agent makes its task itself, if it is not there yet.
import { Agent } from '@svc/agent';

const TASK = 'Daily digest';
const { NEWS_URL = 'https://hn.algolia.com/api/v1/search?tags=front_page' } = process.env;

const agent = new Agent();
agent.task(TASK, async (run) => {
  // Done once in a run: an attempt after a crash reports what was fetched before.
  const news = await run.context.once('news', () => fetchNews(run.signal));
  const lines = news.map(({ title, url, points }) => `- [${title}](${url}) (${points})`);
  await run.context.once('report', () =>
    run.report({
      title: new Date().toDateString(),
      description: `${news.length} articles`,
      text: lines.join('\n'),
    }),
  );
  return `The digest has ${news.length} articles.`;
});
await agent.start();

const tasks = await agent.tasks.list();
if (!tasks.some(({ name }) => name === TASK)) {
  await agent.tasks.create({
    ...{ name: TASK, prompt: 'Report the most read news.' },
    ...{ schedule: '0 8 * * 1-5', timezone: 'Europe/Vienna', retry: { max: 2 } },
  });
}

async function fetchNews(signal) {
  const response = await fetch(NEWS_URL, { signal });
  if (!response.ok) throw new Error(`The news answered ${response.status}.`);
  const { hits } = await response.json();
  return hits.toSorted((one, other) => other.points - one.points).slice(0, 5);
}
