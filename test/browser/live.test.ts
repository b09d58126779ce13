import { describe, expect, it } from '@jest/globals';
import type { Page, WebSocketRoute } from 'playwright-core';
import { messageBox, messagesWith, useBrowser } from './browser-bench.js';

const bench = useBrowser();

describe('an open page', () => {
  it('sees what the same person does in another browser', async () => {
    const visitor = await bench.signedIn();
    const agent = await visitor.createAgent();
    const other = await bench.again(visitor, { viewport: { width: 390, height: 800 } });
    for (const page of [visitor.page, other]) await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(other).getByText('Say hello').waitFor();
    await messageBox(visitor.page).fill('From the laptop');
    await messageBox(visitor.page).press('Enter');
    await messagesWith(other).getByText('From the laptop').waitFor();

    await agent.call('/api/agent/decisions', { body: { title: 'May I?' } });
    for (const page of [visitor.page, other]) await page.getByRole('article', { name: 'May I?' }).waitFor();
    await other.getByRole('button', { name: 'Reject' }).click();
    await visitor.page.getByRole('article', { name: 'May I?' }).getByText('Rejected').waitFor();
  });

  it('shows nothing of another person', async () => {
    const ada = await bench.signedIn();
    const eve = await bench.signedIn();
    const agent = await ada.createAgent({ agent_name: 'Private' });
    await eve.createAgent({ agent_name: 'Of Eve' });
    await eve.page.goto('/');
    await eve.page.getByRole('main').getByText('Of Eve').waitFor();
    await agent.send({ text: 'A secret' });
    const next = await eve.createAgent({ agent_name: 'Later' });
    await next.send({ text: 'After it' });
    await eve.page.getByText('After it').waitFor();
    expect(await eve.page.getByText('Private').count()).toBe(0);
  });

  it('says that it is reconnecting, and shows nothing old after it', async () => {
    bench.expectInConsole(/WebSocket/);
    const { page, createAgent } = await bench.signedIn();
    const line = await cuttableLine(page);
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await agent.send({ text: 'Before' });
    await messagesWith(page).getByText('Before').waitFor();

    await line.cut();
    await page.getByText('Reconnecting').waitFor();
    await agent.send({ text: 'Meanwhile', conversation_id: await conversationOf(page) });
    const socket = await bench.connect(agent);
    expect(await messagesWith(page).getByText('Meanwhile').count()).toBe(0);

    line.mend();
    await messagesWith(page).getByText('Meanwhile').waitFor();
    await page.getByText('Reconnecting').waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Online').waitFor();
    // And it is live again.
    await socket.ask({ text: 'After it', conversation_id: await conversationOf(page) });
    await messagesWith(page).getByText('After it').waitFor();
  });
});

/** Between the page and `/ws/client`: may be cut, and then refuses every new connection until it is mended. */
async function cuttableLine(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket('**/ws/client', (route) => {
    if (isCut) {
      void route.close({ code: 1011 });
      return;
    }
    open.add(route);
    route.connectToServer();
  });
  return {
    async cut() {
      isCut = true;
      for (const route of open) await route.close({ code: 1011 });
      open.clear();
    },
    mend() {
      isCut = false;
    },
  };
}

async function conversationOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/client/conversations');
  return ((await answer.json()) as { id: string }[])[0]?.id ?? '';
}
