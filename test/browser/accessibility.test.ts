import { describe, it } from '@jest/globals';
import { tinyPng } from '@svc/testkit';
import { expectAccessible } from './axe-findings.js';
import { useBrowser } from './browser-bench.js';

const bench = useBrowser();

describe('in light and in dark colours, axe-core finds nothing', () => {
  it.each(['/sign-in', '/sign-up'])('at the door %s', async (path) => {
    await expectAccessible(await bench.open(path), path);
  });

  it('on the page of who has no agent, and on that of a new one', async () => {
    const { page } = await bench.signedIn();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
    await expectAccessible(page, 'no agent');
    await page.goto('/agents/new');
    await page.getByLabel('Name').fill('Mailbox');
    await expectAccessible(page, 'the form of an agent');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
    await expectAccessible(page, 'a new agent');
  });

  it.each([1280, 390])('on every page of an agent, %i pixels wide', async (width) => {
    const { page, createAgent } = await bench.signedIn({ viewport: { width, height: 844 } });
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await page.getByText('Say hello').waitFor();
    await expectAccessible(page, 'empty chat');
    await agent.send({
      text: '# Title\n\n`code` and [a link](https://example.com)\n\n- [x] done\n\n|a|\n|-|\n|1|',
    });

    const socket = await bench.connect(agent);
    await page.getByText('Title', { exact: true }).waitFor();
    const conversations = await page.request.get('/api/client/conversations');
    const conversation_id = ((await conversations.json()) as { id: string }[])[0]?.id;
    await socket.ask({ conversation_id, text: 'Picture', image_base64: tinyPng().toString('base64') });
    await socket.ask({
      conversation_id,
      text: 'All',
      report_title: 'Week 12',
      report_description: 'What happened',
    });
    await agent.call('/api/agent/decisions', {
      body: { conversation_id, title: 'May I?', description: 'It is **urgent**', action: 'a.b:c' },
    });
    await page.getByRole('article', { name: 'May I?' }).getByText('Always allow').click();
    await page.getByText(/Covers 1 of/).waitFor();
    await expectAccessible(page, 'chat');
    const own = `/agents/${agent.agentId}`;
    for (const path of [
      '/',
      '/inbox',
      '/account',
      '/device',
      `${own}/tasks`,
      `${own}/deliveries`,
      `${own}/settings`,
    ]) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });
});
