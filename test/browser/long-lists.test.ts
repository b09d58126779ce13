import { describe, it } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import type { Page } from 'playwright-core';
import { untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { personCall, say } from './person-call.js';

const bench = useBrowser();

/** A list that is longer than a page of it, with the oldest thing in it. */
interface LongList {
  name: string;
  fill: (page: Page, agent: AgentClient) => Promise<{ path: string; oldest: string }>;
}

const LISTS: readonly LongList[] = [
  {
    name: 'conversations',
    fill: async (_page, agent) => {
      await agent.send({ text: 'The very first' });
      await times(210, () => agent.send({ text: 'A later one' }));
      return { path: '/conversations', oldest: 'The very first' };
    },
  },
  {
    name: 'hits of a search',
    fill: async (page, agent) => {
      await say(page, agent.agentId, 'Gooseberry, the oldest');
      await times(45, () => say(page, agent.agentId, 'Gooseberry'));
      // What is written is found a moment later, and in any order.
      await expectPoll(() => personCall(page, '/search?q=gooseberry&limit=50')).toHaveLength(46);
      return { path: '/search?q=gooseberry', oldest: 'the oldest' };
    },
  },
];

describe('a list that is longer than a page', () => {
  it.each(LISTS)('loads on as one scrolls: $name', async ({ fill }) => {
    const { page, agent } = await bench.withAgent();
    const { path, oldest } = await fill(page, agent);
    await page.goto(path);
    const last = page.getByRole('main').getByRole('listitem').filter({ hasText: oldest });
    await page.getByRole('main').hover();
    await expectPoll(async () => {
      await page.mouse.wheel(0, 4_000);
      return last.count();
    }).toBe(1);
    // It ends there: nothing offers more.
    await expectPoll(() => page.getByRole('button', { name: /^(Show older|More results)/ }).count()).toBe(0);
  });

  it('says that a page did not come, and goes on by the keyboard', async () => {
    bench.expectInConsole(/500/);
    const { page, agent } = await bench.withAgent({ viewport: { width: 390, height: 600 } });
    await times(60, () => say(page, agent.agentId));
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

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}
