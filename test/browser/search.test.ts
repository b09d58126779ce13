import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { messageBox, messagesWith, untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';
import { conversationOf, personCall } from './person-call.js';

const bench = useBrowser();

/** Entries are written a moment after the messages. */
async function isFound(page: Page, word: string): Promise<void> {
  await expectPoll(() => personCall<unknown[]>(page, `/search?q=${word}`)).toHaveLength(1);
}

describe('the search', () => {
  it('is reached and used by keyboard, and leads to the message, far back in its conversation', async () => {
    const { page, agent } = await bench.withAgent();
    const messageId = await agent.send({ text: 'The needle, with <b>markup</b>' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Search' }).waitFor();
    await page.keyboard.press('Control+k');
    const words = page.getByRole('searchbox', { name: 'Words' });
    await untilFocused(words);
    await page.goto(`/agents/${agent.agentId}`);
    await messagesWith(page).getByText('The needle').waitFor();
    const conversation_id = await conversationOf(page);
    for (let n = 0; n < 60; n += 1) await agent.send({ text: `hay ${n}`, conversation_id });
    await messagesWith(page).getByText('hay 59', { exact: true }).waitFor();

    await isFound(page, 'needle');
    await messageBox(page).focus();
    await page.keyboard.press('Control+k');
    await words.fill('need');
    const hits = page.getByRole('list', { name: 'Results' });
    await expectPoll(() => hits.getByRole('link').count()).toBe(1);
    await expectPoll(() => hits.locator('mark').allTextContents()).toEqual(['needle']);
    await expectPoll(() => hits.getByText('with <b>markup</b>').count()).toBe(1);
    await expectAccessible(page, 'hits of a search');
    await hits.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const found = page.getByRole('region', { name: /up to the one that was found$/ });
    await found.getByText('The needle').waitFor();
    await expectPoll(() => found.getByText('hay').count()).toBe(0);
    expect(messageId).toMatch(/^msg_/);
    await page.getByRole('button', { name: 'Newest' }).click();
    await messagesWith(page).getByText('hay 59', { exact: true }).waitFor();
    // Whatever a person writes into the address is text.
    for (const typed of ['12345678901234567890', 'true', '"offer letter"']) {
      await page.goto(`/search?q=${typed}`);
      await expectPoll(() => words.inputValue()).toBe(typed);
    }
  });
});
