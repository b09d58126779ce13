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
const ACCOUNT = { width: 800, height: 2250 };
/** Small enough that text can be read where a document shows two of them side by side. */
const WINDOW = { width: 800, height: 560 };
const SLOW_BYTES_PER_SECOND = 400 * 1024;
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
  await takeErasure(page);
  await takeUploads(page);
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

/** The menu of a message and what is asked before a conversation is deleted. Nothing is deleted. */
async function takeErasure(page) {
  await page.setViewportSize(WINDOW);
  const message = page.getByRole('listitem').filter({ hasText: 'decide' }).last();
  await message.hover();
  await message.getByRole('button', { name: /^Actions for the message/ }).click();
  await page.getByRole('menuitem', { name: 'Delete message…' }).waitFor();
  await take(page, 'delete-message');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete conversation…' }).click();
  await take(page, 'delete-conversation');
  await page.getByRole('button', { name: 'Cancel' }).click();
}

/** Files on a slow line, and a file that the service refuses. What was refused is discarded. */
async function takeUploads(page) {
  const shot = await page.screenshot();
  // The service removes what follows the picture. Here it makes the picture take longer.
  const files = [0.75, 3].map((mebibytes, index) => ({
    name: `screen-${index + 1}.png`,
    mimeType: 'image/png',
    buffer: Buffer.concat([shot, Buffer.alloc(mebibytes * 1024 * 1024)]),
  }));
  const tools = await page.context().newCDPSession(page);
  const line = (uploadThroughput) =>
    tools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
    });
  await line(SLOW_BYTES_PER_SECOND);
  await attach(page, files);
  await send(page, 'What do you see in these pictures?');
  await page.getByRole('img', { name: 'screen-1.png has arrived' }).waitFor();
  await page.screenshot({ path: join(folder, 'upload.png') });
  await line(-1);
  await settled(page);
  const notes = {
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture, whatever its name says'),
  };
  await attach(page, [files[0], notes]);
  await send(page, 'And in these?');
  await page.getByRole('button', { name: 'Leave out notes.png' }).waitFor();
  await page.getByRole('img', { name: 'screen-1.png has arrived' }).waitFor();
  await take(page, 'upload-refused');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.setViewportSize(LAPTOP);
}

async function attach(page, files) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await choosing).setFiles(files);
  for (const { name } of files) await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
}

/** Writes to Ada, who answers within a moment. */
async function say(page, word) {
  await send(page, word);
  await settled(page);
}

async function send(page, text) {
  await page.getByRole('textbox', { name: 'Message to Ada' }).fill(text);
  await page.keyboard.press('Enter');
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
