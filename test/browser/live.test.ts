import { describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { messageBox, messagesWith, useBrowser } from './browser-bench.js';
import { cuttableLine } from './cuttable-line.js';
import { expectPoll } from './expect-poll.js';
import { conversationOf } from './person-call.js';
import { mayBeLeft } from './may-be-left.js';
import { pageSettled } from './page-settled.js';

const bench = useBrowser();

describe('an open page', () => {
  it.each(['**/deliveries-*.css', '**/deliveries-*.js'])(
    'stays as it is while %s is missing that nobody needs, and loads itself anew once for who does',
    async (part) => {
      bench.expectInConsole(/ERR_FAILED|MissingPartError/);
      const { page, createAgent } = await bench.signedIn();
      const agent = await createAgent();
      await page.goto(`/agents/${agent.agentId}`);
      await messageBox(page).fill('Half a mess');
      const loads = loadsOf(page);
      const refused = page.waitForEvent('requestfailed');
      await page.route(part, (route) => route.abort());
      await page.getByRole('link', { name: 'Deliveries' }).hover();
      await refused;
      await pageSettled(page);
      await expectPoll(() => loads.count).toBe(0);
      await expectPoll(() => messageBox(page).inputValue()).toBe('Half a mess');

      await page.getByRole('link', { name: 'Deliveries' }).click();
      await expectPoll(() => loads.count).toBe(1);
      await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
      await pageSettled(page);
      await expectPoll(() => loads.count).toBe(1);

      await page.unroute(part);
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      await page.getByRole('link', { name: 'Chat', exact: true }).click();
      await expectPoll(() => messageBox(page).inputValue()).toBe('Half a mess');
    },
  );

  it('is not loaded anew while the browser is offline, but when it is online again', async () => {
    bench.expectInConsole(/ERR_INTERNET_DISCONNECTED|MissingPartError|WebSocket/);
    const { page } = await bench.withAgent({ at: '' });
    await messageBox(page).fill('Half a mess');
    await pageSettled(page);
    const loads = loadsOf(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByText('You are offline').waitFor();
    await expectPoll(() => loads.count).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await expectPoll(() => messageBox(page).inputValue()).toBe('Half a mess');
    // What was sent is no draft any more.
    await messageBox(page).press('Enter');
    await messagesWith(page).getByText('Half a mess').waitFor();
    await mayBeLeft(page);
    await page.reload();
    await messagesWith(page).getByText('Half a mess').waitFor();
    await expectPoll(() => messageBox(page).inputValue()).toBe('');
  });

  it('that comes without its first style sheet or script is loaded anew', async () => {
    bench.expectInConsole(/ERR_FAILED/);
    const { page } = await bench.signedIn();
    for (const part of ['**/index-*.css', '**/index-*.js']) {
      await page.route(part, (route) => route.abort(), { times: 1 });
      await page.goto('/');
      await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
      await expectPoll(() => missingStyles(page)).toEqual([]);
    }
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
    await expectPoll(() => messagesWith(page).getByText('Meanwhile').count()).toBe(0);

    line.mend();
    await messagesWith(page).getByText('Meanwhile').waitFor();
    await page.getByText('Reconnecting').waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Online').waitFor();
    // And it is live again.
    await socket.ask({ text: 'After it', conversation_id: await conversationOf(page) });
    await messagesWith(page).getByText('After it').waitFor();
  });
});

/** How often a page was loaded since. */
function loadsOf(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('load', () => (loads.count += 1));
  return loads;
}

/** The style sheets that the page asked for and does not have. */
function missingStyles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasRules = ({ sheet }: HTMLLinkElement) => {
      try {
        return (sheet?.cssRules.length ?? 0) > 0;
      } catch {
        return false;
      }
    };
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return links.filter((link) => !hasRules(link)).map(({ href }) => href);
  });
}
