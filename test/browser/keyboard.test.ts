/** @journey One makes an account and an agent, chats and decides. */
import { randomBytes } from 'node:crypto';
import { describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { messagesWith, PASSWORD, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();

/** More stops than any page has between two things. */
const STOPS_MAX = 60;

describe('by keyboard alone', () => {
  it('one makes an account and an agent, chats and decides', async () => {
    const page = await bench.open('/sign-up');
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await tabTo(page, 'Name');
    await page.keyboard.type('Ada');
    await tabTo(page, 'E-mail');
    await page.keyboard.type(`${randomBytes(8).toString('hex')}@example.org`);
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();

    await tabTo(page, 'New agent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New agent' }).waitFor();
    await tabTo(page, 'Name');
    await page.keyboard.type('Mailbox');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Mailbox is ready' }).waitFor();
    await tabTo(page, 'Open the chat');
    await page.keyboard.press('Enter');
    await page.getByText('Say hello').waitFor();
    await tabTo(page, 'Message to Mailbox');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('in two lines');
    await page.keyboard.press('Enter');
    await messagesWith(page).getByText('in two lines').waitFor();
    // And on without reaching for the mouse.
    await expectPoll(() => focused(page)).toBe('Message to Mailbox');
  });

  it('one skips to the page, and always sees where one is', async () => {
    const { page } = await bench.signedIn();
    await page.goto('/');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Tab');
    await expectPoll(() => focused(page)).toBe('Skip to content');
    for (let stops = 0; stops < 5; stops += 1) {
      await page.keyboard.press('Tab');
      await expectPoll(async () => `${await focused(page)}: ${await outlineStyle(page)}`).toMatch(/: solid$/);
    }
  });
});

async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    const current = await focused(page);
    if (current === name) return;
    seen.push(current);
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}, only: ${[...new Set(seen)].join(' | ')}`);
}

function outlineStyle(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element === null ? '' : getComputedStyle(element).outlineStyle;
  });
}

/** The name of what has the focus: its label, or its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return '';
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const label = element.getAttribute('aria-label') ?? labels.map((item) => item.textContent).join(' ');
    return (label === '' ? (element.textContent ?? '') : label).trim();
  });
}
