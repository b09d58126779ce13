/**
 * Takes the documents' pictures of the console: `node scripts/pictures.mjs [http://localhost:8080]`, with `npm start` running and its demo on.
 * Takes the browser of the tests.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { repositoryRoot } from './preparation/processes.mjs';
import { findChromium } from './testing/chromium.mjs';

const base = process.argv[2] ?? 'http://localhost:8080';
const folder = join(repositoryRoot(), 'docs/pictures');
const LAPTOP = { width: 1200, height: 760 };
/** As high as the page. */
const ACCOUNT = { width: 1200, height: 2250 };
const PHONE = { width: 390, height: 760 };

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(process.env),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: LAPTOP });
  await page.goto(base);
  await page.getByLabel('E-mail').fill('demo@example.com');
  await page.getByLabel('Password').fill('demo-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^Ada/ }).first().click();
  for (const word of ['report', 'decide']) await say(page, word);
  await take(page, 'chat');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: 'Deploy hook' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('Completed').first().waitFor();
  await take(page, 'task');
  await page.goto(`${base}/account`);
  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.getByRole('link', { name: 'Fetch the file' }).first().waitFor();
  await page.setViewportSize(ACCOUNT);
  await take(page, 'account');
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${base}/inbox`);
  await page.getByRole('button', { name: 'Approve' }).first().waitFor();
  await take(page, 'inbox');
} finally {
  await browser.close();
}

/** Writes to Ada, who answers within a moment. */
async function say(page, word) {
  await page.getByRole('textbox', { name: 'Message to Ada' }).fill(word);
  await page.keyboard.press('Enter');
  await settled(page);
}

async function take(page, name) {
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Nothing moves any more: no call is under way, and every picture has come. */
async function settled(page) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(1_000);
}
