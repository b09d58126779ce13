import { describe, expect, it } from '@jest/globals';
import { tinyPng } from '@svc/testkit';
import { axeFindings } from './axe-findings.js';
import { useBrowser } from './browser-bench.js';

const bench = useBrowser();

describe.each(['light', 'dark'] as const)('in %s colours, axe-core finds nothing', (colorScheme) => {
  it('at the door', async () => {
    for (const path of ['/sign-in', '/sign-up']) {
      const page = await bench.open(path, { colorScheme });
      await page.getByRole('main').waitFor();
      expect([path, await axeFindings(page)]).toEqual([path, []]);
    }
  });

  it('on the page of who has no agent, and on that of a new one', async () => {
    const { page } = await bench.signedIn({ colorScheme });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto('/agents/new');
    await page.getByLabel('Name').fill('Mailbox');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it.each([1280, 390])('on every page of an agent, %i pixels wide', async (width) => {
    const { page, createAgent } = await bench.signedIn({ colorScheme, viewport: { width, height: 844 } });
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await page.getByText('Say hello').waitFor();
    expect(['empty chat', await axeFindings(page)]).toEqual(['empty chat', []]);
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
    const own = `/agents/${agent.agentId}`;
    expect(['chat', await axeFindings(page)]).toEqual(['chat', []]);
    for (const path of ['/', '/inbox', `${own}/tasks`, `${own}/deliveries`, `${own}/settings`]) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await axeFindings(page)]).toEqual([path, []]);
    }
  });
});
