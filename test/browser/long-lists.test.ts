import { untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { say } from './person-call.js';

const bench = useBrowser();

describe('a list that is longer than a page', () => {
  it('says that a page did not come, and goes on by the keyboard', async () => {
    bench.expectInConsole(/500/);
    const { page, agent } = await bench.withAgent({ viewport: { width: 390, height: 600 } });
    await Promise.all(Array.from({ length: 60 }, () => say(page, agent.agentId)));
    let isBroken = true;
    const next = (url: URL) => /\/agents\/\w+\/events$/.test(url.pathname) && url.searchParams.has('cursor');
    const failure = { status: 500, json: { detail: 'Something went wrong' } };
    await page.route(next, (route) => (isBroken ? route.fulfill(failure) : route.continue()));
    await page.goto(`/agents/${agent.agentId}/deliveries`);
    const events = page.getByRole('main').locator('li > button[aria-expanded]');
    await expectPoll(() => events.count()).toBe(50);
    await events.last().focus();
    const again = page.getByRole('button', { name: 'Try again' });
    await page.getByRole('alert').getByText('Could not load more.').waitFor();
    isBroken = false;
    await page.keyboard.press('Tab');
    await untilFocused(again);
    await page.keyboard.press('Enter');
    await expectPoll(() => events.count()).toBe(60);
    await expectPoll(() => again.count()).toBe(0);
  });
});
