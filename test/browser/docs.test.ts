import type { Page } from 'playwright-core';
import { expectAccessible } from './axe-findings.js';
import { expectFits, PHONE, press, useBrowser } from './browser-bench.js';
import { expectPoll } from './expect-poll.js';

const bench = useBrowser();
/** Pages with wide tables, with code, with pictures, with a program, and the first one. */
const PAGES = [
  '/docs',
  '/docs/errors/',
  '/docs/guide/start/',
  '/docs/personal-data/',
  '/docs/examples/echo.mjs/',
];

describe('the documentation', () => {
  it('leads from its first page to a group, from page to page, to the API reference and back', async () => {
    const page = await bench.open('/docs');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /^Operations/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    const here = menu(page).getByRole('link', { name: 'Operations' });
    await expectPoll(() => here.getAttribute('aria-current')).toBe('page');
    await page.getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
    await page.getByRole('link', { name: /^Previous/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'API reference' }).click();
    await page.locator('.opblock').first().waitFor();
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.waitForURL('**/docs/');
  });

  it('can be read by the keyboard alone: past the bar, along the menu, to a part of the page', async () => {
    const page = await bench.open('/docs/operations/');
    await page.keyboard.press('Tab');
    await expectPoll(() => focusedText(page)).toBe('Skip to the content');
    await press(page, 'Enter', 'Tab');
    await expectPoll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

    const summary = menu(page).getByText('Packages', { exact: true });
    await summary.focus();
    await press(page, 'Enter', 'Tab');
    await expectPoll(() => focusedText(page)).toBe('@svc/agent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '@svc/agent' }).waitFor();
    const parts = page.getByRole('navigation', { name: 'On this page' });
    await parts.getByRole('link', { name: 'Testing' }).press('Enter');
    await page.waitForURL('**/docs/packages/agent/#testing');
    // Below the bar, which stays where it is.
    const top = async () => (await page.getByRole('heading', { name: 'Testing' }).boundingBox())?.y ?? 0;
    await expectPoll(top).toBeGreaterThan(56);
    await expectPoll(top).toBeLessThan(400);
  });

  it('finds by the search what is asked for, and says when there is nothing', async () => {
    const page = await bench.open('/docs');
    await page.keyboard.press('/');
    await expectPoll(() => focusedText(page)).toBe('search');
    await page.keyboard.type('sockets');
    const results = page.getByRole('search').getByRole('link');
    await results.filter({ hasText: 'Agent sockets' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    const first = await results.first().getAttribute('href');
    await expectPoll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${first}`);

    await page.keyboard.press('/');
    await page.keyboard.type('zzqqxx');
    await page.getByText('Nothing found for “zzqqxx”.').waitFor();
    await expectAccessible(page, 'a search');
    await page.keyboard.press('Escape');
    await page.getByText('Nothing found for “zzqqxx”.').waitFor({ state: 'hidden' });
  });

  it.each(PAGES)('fits a phone on %s, where axe-core finds nothing in any colours', async (path) => {
    const page = await bench.open(path, PHONE);
    await expectAccessible(page, path);
    await expectFits(page);
  });
});

describe('the documentation on a phone', () => {
  it('has its menu behind a button, which also the keyboard opens and closes', async () => {
    const page = await bench.open('/docs/errors/', PHONE);
    const button = page.getByRole('button', { name: 'Menu' });
    await menu(page).waitFor({ state: 'hidden' });
    await button.tap();
    await menu(page).getByRole('link', { name: 'Errors' }).waitFor();
    await expectAccessible(page, 'the menu on a phone');
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'hidden' });
    await expectPoll(() => focusedText(page)).toBe('Menu');
    await page.keyboard.press('Enter');
    await menu(page).getByRole('link', { name: 'Contracts' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor();
    await menu(page).waitFor({ state: 'hidden' });
  });
});

function menu(page: Page) {
  return page.locator('#menu');
}

/** Of a field its id. */
function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLInputElement ? focused.id : (focused?.textContent ?? '');
  });
}
