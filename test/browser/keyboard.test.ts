/** @journey One makes an account and an agent, chats and decides. */
import { newEmail } from '@svc/testkit';
import type { Locator } from 'playwright-core';
import { messageBox, messagesWith, PASSWORD, tabTo, untilFocused, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

describe('by keyboard alone', () => {
  it('one makes an account and an agent, chats and decides', async () => {
    const page = await bench.open('/sign-up');
    const type = async (field: Locator, text: string): Promise<void> => {
      await tabTo(field);
      await page.keyboard.type(text);
    };
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await type(page.getByLabel('Name'), 'Ada');
    await type(page.getByLabel('E-mail'), newEmail());
    await type(page.getByLabel('Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();

    // One skips to the page, and always sees where one is.
    await page.goto('/');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page.getByText('Skip to content'));
    const outline = () =>
      page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle);
    for (let stops = 0; stops < 5; stops += 1) {
      await page.keyboard.press('Tab');
      await expectPoll(outline).toBe('solid');
    }
    await tabTo(page.getByRole('link', { name: 'New agent' }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New agent' }).waitFor();
    await type(page.getByLabel('Name'), 'Mailbox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
    await tabTo(page.getByRole('link', { name: 'Open the chat' }));
    await page.keyboard.press('Enter');
    await page.getByText('Say hello').waitFor();
    await type(messageBox(page), 'Hello');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('in two lines');
    await page.keyboard.press('Enter');
    await messagesWith(page).getByText('in two lines').waitFor();
    // And on without reaching for the mouse.
    await untilFocused(messageBox(page));
  });
});
