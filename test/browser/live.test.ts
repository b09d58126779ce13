import type { Page } from 'playwright-core';
import { messageBox, messagesWith, useBrowser } from './browser-bench.js';
import { cuttableLine } from './cuttable-line.js';
import { expectPoll } from './expect-poll.js';
import { say } from './person-call.js';
import { mayBeLeft } from './may-be-left.js';
import { pageSettled } from './page-settled.js';

const bench = useBrowser();

describe('an open page', () => {
  it('opens its pages while the service is away, keeps what was typed, and goes on afterwards', async () => {
    bench.expectInConsole(/ERR_FAILED|WebSocket/);
    const { page, createAgent } = await bench.signedIn();
    const line = await cuttableLine(page);
    const agent = await createAgent();
    await page.goto(`/agents/${agent.agentId}`);
    await messageBox(page).fill('Half a mess');
    await pageSettled(page);
    let loads = 0;
    page.on('load', () => (loads += 1));

    await page.route('**/*', (route) => route.abort());
    await line.cut();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByText('Could not load the events.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByText('Reconnecting').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).waitFor();

    await page.unroute('**/*');
    line.mend();
    await page.getByText('No events yet').waitFor();
    await page.getByText('Reconnecting').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    await expectPoll(() => messageBox(page).inputValue()).toBe('Half a mess');
    await expectPoll(() => loads).toBe(0);
    // What was sent is no draft any more.
    await messageBox(page).press('Enter');
    await messagesWith(page).getByText('Half a mess').waitFor();
    await mayBeLeft(page);
    await page.reload();
    await messagesWith(page).getByText('Half a mess').waitFor();
    await expectPoll(() => messageBox(page).inputValue()).toBe('');
  });

  it('keeps its list of agents where it could not be read again', async () => {
    bench.expectInConsole(/403/);
    const { page, createAgent } = await bench.withAgent({ at: '/settings' });
    const row = page.getByRole('navigation', { name: 'Agents' }).getByRole('link', { name: /Mailbox/ });
    await row.waitFor();
    const refused = page.waitForResponse((response) => response.status() === 403);
    const refusal = { status: 403, json: { detail: 'No' } };
    await page.route('**/api/client/agents', (route) => route.fulfill(refusal));
    await createAgent({ agent_name: 'Second' });
    await refused;
    await pageSettled(page);
    await expectPoll(() => row.count()).toBe(1);
  });

  it('reads everything once', async () => {
    const { page, agent } = await bench.withAgent();
    await say(page, agent.agentId, 'Hello');
    // To look at a conversation marks it as read, which is a change.
    await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(page).getByText('Hello').waitFor();
    await pageSettled(page);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/')) reads.push(request.url());
    });
    await page.reload();
    await messagesWith(page).getByText('Hello').waitFor();
    await pageSettled(page);
    expect(reads).toEqual([...new Set(reads)]);
    expect(reads.length).toBeGreaterThan(5);
  });

  it('that comes without its style sheet or script is loaded anew, and without a session on request', async () => {
    bench.expectInConsole(/ERR_FAILED|503|could not be|HTTP/);
    const { page } = await bench.signedIn();
    for (const part of ['**/index-*.css', '**/index-*.js']) {
      await page.route(part, (route) => route.abort(), { times: 1 });
      await page.goto('/');
      await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
      await expectPoll(() => missingStyles(page)).toEqual([]);
    }
    await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/');
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await page.unroute('**/api/auth/get-session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  });
});

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
